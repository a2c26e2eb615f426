# The game in a browser, on port 8000: docker build -t tacsim . && docker run -p 127.0.0.1:8000:8000 -v tacsim:/data tacsim
FROM python:3.12-slim AS build
COPY . /source
RUN python -m venv /opt/tacsim \
 && /opt/tacsim/bin/pip install --no-cache-dir "/source[web]" \
 && /opt/tacsim/bin/pip uninstall --yes pip

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home player
COPY --from=build /opt/tacsim /opt/tacsim
ENV PATH=/opt/tacsim/bin:$PATH LANG=C.UTF-8 TACSIM_SAVES=/data/saves XDG_CONFIG_HOME=/data PYTHONUNBUFFERED=1
USER player
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGINT
CMD ["tacsim", "serve", "--host", "0.0.0.0"]
