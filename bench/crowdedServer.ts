/**
 * A database server with very many tables: it answers the requests for names over ClickHouse's HTTP interface, and
 * implements nothing else. Creating that many tables in a real database takes many minutes.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const TABLES = 260_000

interface CrowdedServer {
  uri: string
  close(): void
}

export async function startCrowdedServer(): Promise<CrowdedServer> {
  const tables = Array.from({ length: TABLES }, (_, at) => [`customer_${at}`, 'MergeTree', ''])
  const answers = [
    { asked: 'FROM system.tables', body: JSON.stringify({ data: tables }) },
    { asked: 'FROM system.databases', body: JSON.stringify({ data: [['shop']] }) },
    { asked: 'SELECT 1', body: JSON.stringify({ data: [[1]] }) },
  ]
  const server = createServer(async (request, response) => {
    const sql = await text(request)
    const known = answers.find(({ asked }) => sql.includes(asked))
    if (known) response.end(known.body)
    else response.writeHead(404).end('Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    uri: `clickhousedb://127.0.0.1:${port}/shop`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
