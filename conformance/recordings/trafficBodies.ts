export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** null: the page was left before the response. */
  status: number | null
  page?: boolean
  body_keys?: string[]
}

/** What the calls of a story have created. */
export interface State {
  keys: Map<string, string>
  /** Number of calls until now. */
  calls: number
  read: (path: string) => Promise<Record<string, unknown>>
}

type Body = { json: unknown } | { form: Record<string, string> }

/** Statuses that intentionally differ from the recorded ones. */
export function otherStatus({ path }: Call): number | undefined {
  // the original fails with 500
  if (path === '/api/v1/database/test_connection/') return 422
  // the tool that checks SQL was missing in the original
  if (path.endsWith('/validate_sql/')) return 200
  return undefined
}

const birthNames = 5
const query = { columns: ['gender'], metrics: ['count'], filters: [], extras: {}, row_limit: 10 }
const formData = JSON.stringify({ datasource: `${birthNames}__table`, viz_type: 'table', slice_id: 56 })

/** Values of fields, by their recorded names. */
const values: Record<string, unknown> = {
  datasource: { id: birthNames, type: 'table' },
  force: false,
  queries: [query],
  result_format: 'json',
  result_type: 'full',
  form_data: formData,
  datasource_id: birthNames,
  datasource_type: 'table',
  chart_id: 56,
  params: JSON.stringify({ viz_type: 'table', groupby: ['gender'], metrics: ['count'] }),
  query_context: JSON.stringify({ datasource: { id: birthNames, type: 'table' }, queries: [query] }),
  slice_name: 'Replayed',
  viz_type: 'table',
  dashboards: [],
  owners: [1],
  roles: [],
  dashboard_title: 'Replayed',
  certified_by: '',
  certification_details: '',
  css: '',
  slug: null,
  json_metadata: JSON.stringify({ color_scheme: 'supersetColors', refresh_frequency: 0 }),
  published: true,
  value: '{}',
  dataMask: {},
  activeTabs: [],
  urlParams: [],
  formData: { datasource: `${birthNames}__table`, viz_type: 'table', slice_id: 56 },
  sql: 'select gender from birth_names',
  database_id: 1,
  db_id: 1,
  database: 1,
  schema: 'main',
  table_name: 'long_lat',
  label: 'Replayed',
  description: '',
  client_id: 'replayed-1',
  ctas_method: 'TABLE',
  expand_data: true,
  json: true,
  queryLimit: 100,
  runAsync: false,
  select_as_cta: false,
  sql_editor_id: '2',
  tab: 'Replayed',
  tmp_table_name: '',
  extras: {},
  filters: [],
  granularity: 'ds',
  time_range: 'No filter',
}

const jsonOf = ({ body_keys = [] }: Call) => Object.fromEntries(body_keys.map((key) => [key, values[key]]))

/** Bodies whose values depend on the address, by method and address; other bodies are JSON with the recorded fields. */
const special: [pattern: RegExp, body: (call: Call, state: State) => Body | Promise<Body>][] = [
  [/^POST \/superset\/log\//, () => ({ form: { events: JSON.stringify([{ event_name: 'load', ts: 1 }]) } })],
  [/^POST \/superset\/explore_json\//, ({ path }) => ({ form: { form_data: sliceIn(path) } })],
  [/^POST \/tabstateview\//, () => ({ form: { queryEditor: JSON.stringify(editor) } })],
  [/^PUT \/tabstateview\//, ({ body_keys: [key = ''] = [] }) => ({ form: tabFields[key] ?? {} })],
  [/^POST \/tableschemaview\//, () => ({ form: { table: JSON.stringify(table) } })],
  [/^POST \/superset\/copy_dash\//, ({ path }, state) => copied(path, state)],
  [/^POST \/datasource\/save\//, saved],
  [/^POST \/api\/v1\/sqllab\/execute\//, (call, { calls }) => ({ json: { ...jsonOf(call), client_id: `c-${calls}` } })],
  [
    /^PUT \/api\/v1\/dashboard\/(5|6)$/,
    (call) => {
      const body = jsonOf(call)
      return { json: 'slug' in body ? { ...body, slug: call.path.endsWith('5') ? 'births' : 'world_health' } : body }
    },
  ],
]

const editor = { name: 'Replayed', dbId: 1, schema: 'main', sql: 'select 1', queryLimit: 1000, autorun: false }
const table = { queryEditorId: '2', dbId: 1, schema: 'main', name: 'birth_names', expanded: true }
/** SQL Lab sends each field of a tab as JSON. */
const tabFields: Record<string, Record<string, string>> = {
  sql: { sql: '"select gender from birth_names"' },
  label: { label: '"Replayed"' },
  schema: { schema: '"main"' },
}

const sliceIn = (path: string) => new URLSearchParams(path.slice(path.indexOf('?'))).get('form_data') ?? '{}'

async function copied(path: string, { read }: State): Promise<Body> {
  const { result } = await read(`/api/v1/dashboard/${/\d+/.exec(path)?.[0]}`)
  const { position_json } = result as { position_json: string }
  const data = { dashboard_title: 'Copy', duplicate_slices: false, positions: JSON.parse(position_json) as unknown }
  return { form: { data: JSON.stringify(data) } }
}

async function saved(_call: Call, { read }: State): Promise<Body> {
  const dataset = await read('/datasource/get/table/4/')
  const owners = (dataset['owners'] as { id: number }[]).map(({ id }) => id)
  return { form: { data: JSON.stringify({ ...dataset, owners }) } }
}

/** The body of a call with the fields that were recorded; undefined: none. */
export async function bodyOfCall(call: Call, state: State): Promise<Body | undefined> {
  const found = special.find(([pattern]) => pattern.test(`${call.method} ${call.path}`))
  if (found) return found[1](call, state)
  return call.body_keys ? { json: jsonOf(call) } : undefined
}
