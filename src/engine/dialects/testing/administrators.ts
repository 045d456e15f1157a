import mysql from 'mysql2/promise'
import pg from 'pg'
import { type DatabaseUri, parseDatabaseUri } from '../connection.ts'
import type { EngineName } from './engines.ts'

/**
 * Runs any statement on a test engine, with all privileges and without our own drivers: to create tables, and to
 * inspect them.
 */
export interface Administrator {
  /** Rows as strings where the engine's client supports it; statements without a result return none. */
  execute(sql: string): Promise<unknown[][]>
  close(): Promise<void>
}

async function postgresql(uri: DatabaseUri): Promise<Administrator> {
  const { host, port, username, password, database } = uri
  const client = new pg.Client({
    host: host ?? '',
    port: port ?? 5432,
    user: username ?? '',
    password: password ?? '',
    database: database ?? '',
  })
  await client.connect()
  return {
    execute: async (sql) => ((await client.query({ text: sql, rowMode: 'array' })).rows ?? []) as unknown[][],
    close: () => client.end(),
  }
}

async function mariadb(uri: DatabaseUri): Promise<Administrator> {
  const { host, port, username, password, database } = uri
  const connection = await mysql.createConnection({
    host: host ?? '',
    port: port ?? 3306,
    user: username ?? '',
    password: password ?? '',
    database: database ?? '',
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    charset: 'utf8mb4',
  })
  await connection.query(`SET time_zone = '+00:00'`)
  return {
    execute: async (sql) => {
      const [rows] = await connection.query(sql)
      return Array.isArray(rows) ? (rows as unknown[][]) : []
    },
    close: () => connection.end(),
  }
}

async function clickhouse(uri: DatabaseUri): Promise<Administrator> {
  const address = new URL(`http://${uri.host}:${uri.port}/`)
  address.searchParams.set('default_format', 'JSONCompactEachRow')
  address.searchParams.set('session_timezone', 'UTC')
  address.searchParams.set('database', uri.database ?? 'default')
  const headers = { 'X-ClickHouse-User': uri.username ?? '', 'X-ClickHouse-Key': uri.password ?? '' }
  return {
    execute: async (sql) => {
      const response = await fetch(address, { method: 'POST', headers, body: sql })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      const lines = text.split('\n').filter((line) => line.startsWith('['))
      return lines.map((line) => JSON.parse(line) as unknown[])
    },
    close: async () => {},
  }
}

async function trino(uri: DatabaseUri): Promise<Administrator> {
  const [catalog = '', schema = ''] = (uri.database ?? '').split('/')
  const headers = {
    'X-Trino-User': uri.username ?? '',
    'X-Trino-Catalog': catalog,
    'X-Trino-Schema': schema,
    'X-Trino-Time-Zone': 'UTC',
  }
  return {
    execute: async (sql) => {
      const rows: unknown[][] = []
      let next: string | undefined = `http://${uri.host}:${uri.port}/v1/statement`
      for (let request: RequestInit = { method: 'POST', headers, body: sql }; next; ) {
        const response = await fetch(next, request)
        const page = (await response.json()) as { nextUri?: string; data?: unknown[][]; error?: { message: string } }
        if (page.error) throw new Error(page.error.message)
        rows.push(...(page.data ?? []))
        next = page.nextUri
        request = { headers }
      }
      return rows
    },
    close: async () => {},
  }
}

const kinds: Record<EngineName, (uri: DatabaseUri) => Promise<Administrator>> = {
  postgresql,
  mariadb,
  clickhouse,
  trino,
}

export function administratorOf(name: EngineName, address: string): Promise<Administrator> {
  const uri = parseDatabaseUri(address)
  if (!uri) throw new Error(`no address of a database: ${address}`)
  return kinds[name](uri)
}
