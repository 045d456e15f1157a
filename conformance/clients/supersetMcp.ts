import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Play } from './program.ts'

interface Answer {
  id?: number
  result?: { tools?: { name: string }[]; content?: { text?: string }[]; isError?: boolean }
}

interface Described {
  result?: { columns?: { id: number }[]; metrics?: { id: number }[] }
}

/** A server of the Model Context Protocol for the original: its tools are called over its standard input. */
export const supersetMcp: Play = async (programs, { address, username, password, folder }, report) => {
  const child = spawn(join(programs, 'superset-mcp'), [], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SUPERSET_BASE_URL: address,
      SUPERSET_USERNAME: username,
      SUPERSET_PASSWORD: password,
    },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let calls = 0
  const tell = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  async function ask(method: string, params: object): Promise<Answer> {
    calls += 1
    tell({ id: calls, method, params })
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const answer = JSON.parse(line.value) as Answer
      if (answer.id === calls) return answer
    }
    throw new Error('the program ended')
  }
  /** Calls a tool and returns the text of its result. */
  async function callTool(name: string, given: object = {}): Promise<string> {
    const { result } = await ask('tools/call', { name: `superset_${name}`, arguments: given })
    const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? ''
    const isWrong = result === undefined || result.isError === true || /^\s*\{\s*"(error|errors)"/.test(text)
    report(`${name} ${JSON.stringify(given).slice(0, 80)}`, isWrong ? text.slice(0, 500) : undefined)
    return text
  }

  try {
    await ask('initialize', {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    })
    tell({ method: 'notifications/initialized' })
    const { result } = await ask('tools/list', {})
    report('lists its tools', (result?.tools?.length ?? 0) > 10 ? undefined : JSON.stringify(result))
    const boards = await callTool('dashboard_list')
    const dashboard_id = idIn(boards)
    await callTool('dashboard_get_by_id', { dashboard_id })
    await callTool('dashboard_update', { dashboard_id, payload: { css: '.a {}' } })
    // dashboard_patch_position is not called, because it fails in the client itself
    const chart_id = idIn(await callTool('chart_list'))
    await callTool('chart_get_by_id', { chart_id })
    await callTool('chart_update', { chart_id, payload: { description: 'seen' } })
    const database_id = idIn(await callTool('database_list'))
    await callTool('database_get_by_id', { database_id })
    await callTool('database_validate_sql', { payload: { database_id, sql: 'select 1', schema: 'main' } })
    await callTool('dataset_list')
    const made = await callTool('dataset_create', {
      payload: { database: database_id, schema: 'main', table_name: 'made_by_tool', sql: 'select 1 as a, 2 as b' },
    })
    const dataset_id = idIn(made)
    await callTool('dataset_get_by_id', { dataset_id })
    await callTool('dataset_update', { dataset_id, payload: { description: 'seen' } })
    await callTool('dataset_sql_search_replace', { dataset_id, search: '2 as b', replace: '3 as b' })
    const described = JSON.parse(await callTool('dataset_get_by_id', { dataset_id })) as Described
    const { columns = [], metrics = [] } = described.result ?? {}
    await callTool('dataset_delete_column', { dataset_id, column_id: columns[0]?.id })
    await callTool('dataset_delete_metric', { dataset_id, metric_id: metrics[0]?.id })
    await callTool('sqllab_execute_query', { payload: { database_id, sql: 'select 6 * 7 as answer' } })
    await callTool('chart_delete', { chart_id })
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

const idIn = (text: string) => Number(/"id": ?(\d+)/.exec(text)?.[1])
