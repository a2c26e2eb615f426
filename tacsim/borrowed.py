"""Words that come from elsewhere, to be found by whoever extracts messages; nothing runs this.

click asks gettext's default domain for its own, which the command line makes ours; what Python says
of TOML and the system of files is looked up where it is told. What has gaps of its own when it
comes to us, as some of Python's words do, stays as it is.
"""

from tacsim.i18n import N_, ngettext

# click: the call that cannot be understood, and help
N_("Options")
ngettext(
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    1,
)
N_("Commands")
N_("Missing command.")
ngettext(
    "Takes {nargs} values but 1 was given.",
    "Takes {nargs} values but {len} were given.",
    1,
)
N_("default: {default}")
N_("required")
ngettext(
    "Did you mean {possibility}?",
    "(Did you mean one of: {possibilities}?)",
    1,
)
N_("Try '{command} {option}' for help.")
N_("Invalid value: {message}")
N_("Invalid value for {param_hint}: {message}")
N_("Missing argument")
N_("Missing option")
N_("Missing {param_type}")
N_("No such option {name!r}.")
N_("No such command {name!r}.")
N_("Usage:")
N_("Argument {name!r} takes {nargs} values.")
N_("Option {name!r} does not take a value.")
ngettext(
    "Option {name!r} requires an argument.",
    "Option {name!r} requires {nargs} arguments.",
    1,
)
N_("Choose from:\n\t{choices}")
ngettext(
    "{value!r} is not {choice}.",
    "{value!r} is not one of {choices}.",
    1,
)
N_("{value!r} is not a valid {number_type}.")
N_("{value} is not in the range {range}.")
N_("{value!r} is not a valid boolean. Recognized values: {states}")
N_("file")
N_("directory")
N_("path")
N_("{name} {filename!r} does not exist.")
N_("{name} {filename!r} is a file.")
N_("{name} {filename!r} is a directory.")
N_("{name} {filename!r} is not readable.")
N_("{name} {filename!r} is not writable.")
N_("{name} {filename!r} is not executable.")

# Python: what is no TOML
N_("Escaped character is not a Unicode scalar value")
N_("Expected '=' after a key in a key/value pair")
N_("Expected ']' at the end of a table declaration")
N_("Expected ']]' at the end of an array declaration")
N_("Expected newline or end of document after a statement")
N_("Invalid date or datetime")
N_("Invalid hex value")
N_("Invalid initial character for a key part")
N_("Invalid statement")
N_("Invalid value")
N_("Unclosed array")
N_("Unclosed inline table")
N_("Unescaped '\\' in a string")
N_("Unterminated string")

# Python: what is no JSON, and expat: what is no XML
N_("Expecting value")
N_("Expecting ',' delimiter")
N_("Expecting ':' delimiter")
N_("Expecting property name enclosed in double quotes")
N_("Extra data")
N_("Illegal trailing comma before end of array")
N_("Illegal trailing comma before end of object")
N_("Invalid \\escape")
N_("Invalid \\uXXXX escape")
N_("Invalid control character at")
N_("Unterminated string starting at")
N_("duplicate attribute")
N_("junk after document element")
N_("mismatched tag")
N_("no element found")
N_("not well-formed (invalid token)")
N_("unclosed token")
N_("undefined entity")

# the system: why a file cannot be read or written
N_("Operation not permitted")
N_("No such file or directory")
N_("Input/output error")
N_("Permission denied")
N_("Device or resource busy")
N_("File exists")
N_("Invalid cross-device link")
N_("Not a directory")
N_("Is a directory")
N_("Too many open files")
N_("File too large")
N_("No space left on device")
N_("Read-only file system")
N_("File name too long")
N_("Too many levels of symbolic links")
N_("Disk quota exceeded")

# the network: why a port cannot be served at
N_("Address already in use")
N_("Cannot assign requested address")
N_("Name or service not known")
N_("Temporary failure in name resolution")
