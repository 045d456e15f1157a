"""Calls the client library with an address, a user, a password and a folder; prints a line for each call."""
import os
import sys

from supersetapiclient.client import SupersetClient

address, user, password, folder = sys.argv[1:]
client = SupersetClient(host=address, username=user, password=password)


def attempt(name, call):
    try:
        result = call()
        print(f"ok {name}" if result is None or result else f"FAIL {name}: the result is {result!r}")
    except Exception as error:
        text = getattr(getattr(error, "response", None), "text", "")
        print(f"FAIL {name}: {type(error).__name__} {error} {text}"[:500].replace("\n", " "))


def file_of(kind):
    path = os.path.join(folder, f"{kind}.zip")
    return path


for kind in ("charts", "dashboards", "datasets", "databases"):
    factory = getattr(client, kind)
    attempt(f"{kind} count", factory.count)
    attempt(f"{kind} find", factory.find)
    first = factory.find()[0]
    attempt(f"{kind} get", lambda: factory.get(id=first.id))
    attempt(f"{kind} fetch", first.fetch)
    attempt(f"{kind} export", lambda: factory.export([first.id], file_of(kind)))
    attempt(f"{kind} exported file", lambda: os.path.getsize(file_of(kind)) > 100)
    attempt(f"{kind} import", lambda: factory.import_file(file_of(kind), overwrite=True))

dashboard = client.dashboards.get(id=client.dashboards.find()[0].id)
attempt("dashboard found by its title", lambda: client.dashboards.find_one(dashboard_title=dashboard.dashboard_title))
attempt("dashboard charts", dashboard.get_charts)
attempt("dashboard colors", lambda: dashboard.update_colors({"a": "#ff0000"}))
attempt("dashboard save", dashboard.save)
attempt("dashboard colors are saved", lambda: client.dashboards.get(id=dashboard.id).colors.get("a") == "#ff0000")
attempt("query", lambda: client.run(database_id=1, query="select 6 * 7 as answer", query_limit=10)[1] == [{"answer": 42}])
attempt("saved queries count", lambda: client.saved_queries.count() == 0)
