"""Where creatures can get to, and what is seen from where."""
