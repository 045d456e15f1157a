/** Simulated users: they open dashboards, filter, explore, write SQL, save, upload and sign in. */
import { randomUUID } from 'node:crypto'
import { type OpenDashboard, oneOf, readStream, think } from './people.ts'
import { type Answer, resultOf, type Visitor } from './visitor.ts'

export interface Place {
  dashboards: OpenDashboard[]
  /** The dataset of three million flights, and its database. */
  flights: number
  database: number
}

interface Person {
  visitor: Visitor
  place: Place
  /** The user's own dashboard. */
  own: number
}

export interface Action {
  name: string
  at: number
  ms: number
  /** Empty if all is well. */
  error: string
}

const THINK_MS = [2000, 6000] as const
const MONTHS = 12
const SECONDS_PER_DAY = 86_400

const month = (at: number) => new Date(Date.UTC(2001, at, 1)).toISOString().slice(0, 10)
const random = (most: number) => Math.floor(Math.random() * most)

function dataOf({ visitor, place }: Person, extraFormData?: Record<string, unknown>): Promise<Answer> {
  const { id, charts } = oneOf(place.dashboards)
  const json = { queries: charts.map((chartId) => ({ chartId, ...(extraFormData && { extraFormData }) })) }
  return visitor.send('POST', `/api/v1/dashboard/${id}/data`, { json })
}

async function upload({ visitor, place }: Person): Promise<Answer> {
  const parts = new FormData()
  const rows = Array.from({ length: 500 }, (_, at) => `${at},${random(1000)},city ${at % 40}`)
  parts.set('file', new Blob([`id,amount,city\n${rows.join('\n')}\n`]), 'sales.csv')
  const fields = {
    table_name: `sales_of_${visitor.username.replace('-', '_')}`,
    already_exists: 'replace',
    schema: 'main',
  }
  for (const [name, value] of Object.entries(fields)) parts.set(name, value)
  return visitor.send('POST', `/api/v1/database/${place.database}/csv_upload/`, { parts })
}

/** The actions of a user, with their frequencies; each resolves with its last response. */
const actions: [name: string, often: number, act: (person: Person) => Promise<Answer>][] = [
  [
    'open a dashboard',
    30,
    async (person) => {
      const page = await person.visitor.send('GET', `/superset/dashboard/${oneOf(person.place.dashboards).id}/`)
      return page.status === 200 ? dataOf(person) : page
    },
  ],
  [
    'change a filter',
    30,
    (person) => {
      const from = random(MONTHS)
      return dataOf(person, { time_range: `${month(from)} : ${month(from + 1 + random(MONTHS - from))}` })
    },
  ],
  [
    'explore',
    20,
    ({ visitor, place }) => {
      const count = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'flights' }
      const filters = [{ col: 'delay', op: '>', val: random(200) }]
      const json = {
        datasource: { id: place.flights, type: 'table' },
        queries: [
          { columns: [oneOf(['origin', 'destination'])], metrics: [count], filters, row_limit: 1 + random(500) },
        ],
      }
      return visitor.send('POST', '/api/v1/explore/data', { json })
    },
  ],
  [
    'run SQL',
    10,
    ({ visitor, place }) => {
      const sql = `select origin, avg(delay) as delay from flights_2001 where delay > ${random(SECONDS_PER_DAY) / 600} group by origin`
      const json = {
        database_id: place.database,
        sql,
        client_id: randomUUID().slice(0, 11),
        schema: 'main',
        queryLimit: 1000,
      }
      return visitor.send('POST', '/api/v1/sqllab/execute/', { json })
    },
  ],
  [
    'save',
    6,
    ({ visitor, own }) => {
      const json = { dashboard_title: `${visitor.username} ${random(1000)}` }
      return visitor.send('PUT', `/api/v1/dashboard/${own}`, { json })
    },
  ],
  ['upload', 1, upload],
  [
    'sign in',
    3,
    async ({ visitor }) => {
      await visitor.send('GET', '/logout/')
      await visitor.signIn()
      return visitor.send('GET', '/api/v1/me/')
    },
  ],
]
const bag = actions.flatMap((action) => Array.from({ length: action[1] }, () => action))

function errorOf({ status, text }: Answer): string {
  if (status === 0) return 'no answer'
  if (status >= 300) return `${status} ${text.slice(0, 200)}`
  const isStream = text.startsWith('{"chartId"')
  if (!isStream) return ''
  const { isWhole, failures } = readStream(text)
  return failures[0]?.slice(0, 200) ?? (isWhole ? '' : 'a stream without its end')
}

/** One user works until stopped. */
export async function work(visitor: Visitor, place: Place, done: Action[], over: AbortSignal): Promise<void> {
  const json = { dashboard_title: `${visitor.username} 0` }
  const { id } = resultOf<{ id: number }>(await visitor.send('POST', '/api/v1/dashboard/', { json }))
  const person = { visitor, place, own: id }
  await think(0, THINK_MS[1], over)
  while (!over.aborted) {
    const [name, , act] = oneOf(bag)
    const at = performance.now()
    let error: string
    try {
      error = errorOf(await act(person))
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure)
    }
    done.push({ name, at, ms: performance.now() - at, error: error && `${name}: ${error}` })
    await think(...THINK_MS, over)
  }
}
