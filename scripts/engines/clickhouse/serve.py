"""ClickHouse's HTTP interface over the engine of the PyPI package chdb-core, for tests: `serve.py PORT FOLDER USER PASSWORD`.

Each request has a session of its own, so that its settings end with it. Statements run side by side. An engine inside a
process gives its queries ids of its own; those that a client chose travel as a comment, by which KILL QUERY finds them.
"""

import base64
import re
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb.session import Session

PORT, FOLDER, USER, PASSWORD = int(sys.argv[1]), *sys.argv[2:5]

# what an address may carry that is no setting of the engine
NO_SETTINGS = {
    'query', 'database', 'default_format', 'query_id', 'session_id', 'session_timeout', 'session_check', 'user',
    'password', 'role', 'compress', 'decompress', 'enable_http_compression', 'send_progress_in_http_headers',
    'wait_end_of_query', 'buffer_size', 'http_headers_progress_interval_ms', 'cancel_http_readonly_queries_on_client_close',
}
STATUS_OF_CODE = {'60': 404, '81': 404, '46': 404, '47': 404, '62': 400, '164': 500, '516': 403, '159': 408}
READS = re.compile(r'\s*(/\*.*?\*/\s*)*(select|with|show|describe|desc|exists|explain)\b', re.I | re.S)
FORMAT = re.compile(r'\bFORMAT\s+(\w+)\s*;?\s*$', re.I)

# keeps the engine alive between requests
keeper = Session(FOLDER)


def quoted(value, mark="'"):
    return mark + value.replace('\\', '\\\\').replace(mark, '\\' + mark) + mark


def run(sql, asked, form):
    """The bytes of the answer; raises RuntimeError with the engine's words."""
    settings = {k: v for k, v in asked.items() if k not in NO_SETTINGS and not k.startswith('param_')}
    params = {k[len('param_'):]: v for k, v in asked.items() if k.startswith('param_')}
    session = Session(FOLDER)
    try:
        if asked.get('database'):
            session.query('USE ' + quoted(asked['database'], '`'))
        # read-only comes last: it forbids to set anything after it
        ordered = sorted(settings.items(), key=lambda setting: setting[0] == 'readonly')
        if ordered:
            session.query('SET ' + ', '.join(f'{name} = {quoted(value)}' for name, value in ordered))
        result = session.query(sql, form, params=params) if params else session.query(sql, form)
        return result.bytes() or b''
    finally:
        session.close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        self.handle_statement(b'')

    def do_POST(self):
        self.handle_statement(self.body())

    def body(self):
        if self.headers.get('Transfer-Encoding') != 'chunked':
            return self.rfile.read(int(self.headers.get('Content-Length') or 0))
        parts = []
        while True:
            size = int(self.rfile.readline().split(b';')[0], 16)
            parts.append(self.rfile.read(size))
            self.rfile.readline()
            if size == 0:
                return b''.join(parts)

    def is_known(self, asked):
        user = asked.get('user') or self.headers.get('X-ClickHouse-User')
        password = asked.get('password') or self.headers.get('X-ClickHouse-Key')
        kind, _, credentials = (self.headers.get('Authorization') or '').partition(' ')
        if kind == 'Basic':
            user, _, password = base64.b64decode(credentials).decode().partition(':')
        return (user or 'default', password or '') == (USER, PASSWORD)

    def handle_statement(self, body):
        url = urlsplit(self.path)
        if url.path == '/ping':
            return self.answer(200, b'Ok.\n')
        asked = dict(parse_qsl(url.query, keep_blank_values=True))
        query_id = asked.get('query_id') or str(uuid.uuid4())
        ids = {'X-ClickHouse-Query-Id': query_id}
        if not self.is_known(asked):
            text = 'Code: 516. DB::Exception: default: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)'
            return self.answer(403, text.encode(), {**ids, 'X-ClickHouse-Exception-Code': '516'})
        # a statement in the address takes the body as its data
        sql = (asked['query'] + '\n' if 'query' in asked else '') + body.decode()
        form = asked.get('default_format', 'TabSeparated')
        if READS.match(sql):
            if named := FORMAT.search(sql):
                form, sql = named.group(1), sql[:named.start()]
            sql = f'/* {query_id} */ {sql}'
        elif re.match(r'\s*KILL\s+QUERY\b', sql, re.I):
            sql = re.sub(r"\bquery_id\s*=\s*'([^']*)'", r"startsWith(query, '/* \1 */')", sql)
        try:
            data = run(sql, asked, form)
        except Exception as error:
            text = re.sub(r'^.*?(?=Code: \d+)', '', str(error), flags=re.S)
            code = (re.match(r'Code: (\d+)', text) or ('', '1000'))[1]
            headers = {**ids, 'X-ClickHouse-Exception-Code': code, 'Content-Type': 'text/plain; charset=UTF-8'}
            return self.answer(STATUS_OF_CODE.get(code, 500), text.encode(), headers)
        kind = 'application/json' if 'JSON' in form else 'text/plain'
        headers = {'X-ClickHouse-Format': form, 'X-ClickHouse-Summary': '{}', 'Content-Type': f'{kind}; charset=UTF-8'}
        self.answer(200, data, {**ids, **headers})

    def answer(self, status, data, headers=None):
        try:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except ConnectionError:
            # the client left before its answer came
            self.close_connection = True

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


Server(('127.0.0.1', PORT), Handler).serve_forever()
