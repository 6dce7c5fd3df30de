# A Django project with django-oauth-toolkit, one user and the given clients, on a loopback port.
# Its argument is a JSON object: database, port, key (PEM), username, password, clients.

import json
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

given = json.loads(sys.argv[1])

login_page = """<form method="post">{% csrf_token %}{{ form.errors }}
<input name="username" value=""><input name="password" type="password" value=""></form>"""

settings.configure(
    SECRET_KEY="for-tests",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    LOGIN_URL="/login/",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": given["database"],
            "OPTIONS": {"timeout": 20},
        }
    },
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "oauth2_provider",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": ["django.template.context_processors.request"],
                "loaders": [
                    ("django.template.loaders.locmem.Loader", {"registration/login.html": login_page}),
                    "django.template.loaders.app_directories.Loader",
                ],
            },
        }
    ],
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_RSA_PRIVATE_KEY": given["key"],
        "SCOPES": {"openid": "OpenID Connect", "read": "Read", "write": "Write", "introspection": "Introspect"},
        "DEFAULT_SCOPES": ["read"],
        "PKCE_REQUIRED": True,
        "ROTATE_REFRESH_TOKEN": True,
        "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    },
)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.contrib.auth.views import LoginView  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import include, path  # noqa: E402
from oauth2_provider.models import Application  # noqa: E402

urlpatterns = [
    path("login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass


call_command("migrate", verbosity=0)
user = User.objects.create_user(given["username"], password=given["password"])
for client in given["clients"]:
    Application.objects.create(name=client["client_id"], user=user, **client)

make_server("127.0.0.1", given["port"], get_wsgi_application(), Server, Handler).serve_forever()
