"""Calls the client library with an address, a user, a password and a folder; prints a line for each call."""
import os
import sys

from supersetapiclient.charts import Chart
from supersetapiclient.client import SupersetClient
from supersetapiclient.dashboards import Dashboard
from supersetapiclient.datasets import Dataset
from supersetapiclient.saved_queries import SavedQuery

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

chart = client.charts.find()[0]
name = chart.slice_name
chart.slice_name = "Renamed"
chart.dashboards = []
attempt("chart save", chart.save)
attempt("chart is saved", lambda: client.charts.get(id=chart.id).slice_name == "Renamed")
chart.slice_name = name
attempt("chart save again", chart.save)
attempt("chart export", lambda: chart.export(file_of("chart")))
data = {"viz_type": "table", "datasource_id": chart.datasource_id, "datasource_type": "table", "params": "{}"}
attempt("chart add", lambda: client.charts.add(Chart(slice_name="Added", dashboards=[], **data)))
attempt("chart found by its name", lambda: client.charts.find_one(slice_name="Added"))
attempt("chart delete", lambda: client.charts.find_one(slice_name="Added").delete())
attempt("chart is deleted", lambda: client.charts.find(slice_name="Added") == [])

attempt("dashboard add", lambda: client.dashboards.add(Dashboard(dashboard_title="Added", slug="added", published=True)))
attempt("dashboard delete", lambda: client.dashboards.delete(id=client.dashboards.find_one(dashboard_title="Added").id))

database = client.databases.find()[0]
database.fetch()
attempt("database save", database.save)
attempt("database test", database.test_connection)
attempt("database test by the list", lambda: client.databases.test_connection(database))
attempt("database run", lambda: database.run("select 6 * 7 as answer")[1] == [{"answer": 42}])

attempt("dataset add", lambda: client.datasets.add(Dataset(table_name="one", sql="select 1 as a", database_id=database.id)))
dataset = client.datasets.find_one(table_name="one")
attempt("dataset run", lambda: dataset.run(10)[1] == [{"a": 1}])
dataset.fetch()
dataset.description = "seen"
attempt("dataset save", dataset.save)
attempt("dataset is saved", lambda: client.datasets.get(id=dataset.id).description == "seen")
attempt("dataset delete", dataset.delete)

attempt("saved queries count", lambda: client.saved_queries.count() == 0)
attempt("saved query add", lambda: client.saved_queries.add(SavedQuery(label="mine", sql="select 1 as a", db_id=database.id, schema="main")))
query = client.saved_queries.find_one(label="mine")
attempt("saved query get", lambda: client.saved_queries.get(id=query.id))
attempt("saved query run", lambda: query.run()[1] == [{"a": 1}])
attempt("saved query export", lambda: query.export(file_of("query")))
attempt("saved query import", lambda: client.saved_queries.import_file(file_of("query"), overwrite=True))
attempt("saved query delete", query.delete)
