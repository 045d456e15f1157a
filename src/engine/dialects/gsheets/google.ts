import { createSign } from 'node:crypto'
import { Readable } from 'node:stream'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import { EngineFailure } from '../../run/engine.ts'
import { networkFailure } from '../shared/connectionFailure.ts'
import { LARGEST_PART, wholeText } from '../shared/receiving.ts'
import { type SheetAddress, sheetAddress } from './address.ts'
import { SheetFault, type SheetTable, sheetTable } from './sheetTable.ts'

const SHEETS = { host: 'docs.google.com', port: 443 }
const TOKENS = { host: 'oauth2.googleapis.com', port: 443 }
const TOKEN_ADDRESS = `https://${TOKENS.host}/token`
const SCOPES = ['spreadsheets', 'drive'].map((name) => `https://www.googleapis.com/auth/${name}.readonly`)
/** Validity of a token: Google accepts at most one hour. */
const TOKEN_SECONDS = 3600

interface Asked {
  account: string | undefined
  signal: AbortSignal
  /** Epoch milliseconds. */
  now: number
}

/**
 * Reads sheets from Google, one after the other. The result for each sheet is a table, or the error that explains why
 * there is none.
 */
export async function readSheets(
  catalog: Readonly<Record<string, string>>,
  asked: Asked,
): Promise<Map<string, SheetTable | EngineFailure>> {
  const token = asked.account === undefined ? undefined : await accessToken(asked.account, asked)
  const found = new Map<string, SheetTable | EngineFailure>()
  const taken = new Set<string>()
  for (const [name, address] of Object.entries(catalog)) {
    try {
      const table = name.toLowerCase()
      if (taken.has(table)) throw new SheetFault('Another sheet has this name. Choose a different one.')
      if (table.startsWith('sqlite_')) throw new SheetFault('A name cannot begin with “sqlite_”.')
      taken.add(table)
      found.set(name, sheetTable(await sheetText(sheetAddress(address), token, asked.signal)))
    } catch (error) {
      if (!(error instanceof SheetFault)) throw error
      found.set(name, unreadable(name, error))
    }
  }
  return found
}

const unreadable = (name: string, { message }: SheetFault) =>
  new EngineFailure('connection', `Sheet "${name}": ${message}`, {
    code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    invalid: ['catalog'],
  })

async function sheetText({ spreadsheet, gid }: SheetAddress, token: string | undefined, signal: AbortSignal) {
  const query = new URLSearchParams({ ...(gid === undefined ? {} : { gid }), headers: '1', tqx: 'out:json' })
  const address = `https://${SHEETS.host}/spreadsheets/d/${spreadsheet}/gviz/tq?${query}`
  // the header asks for plain JSON
  const headers = { 'x-datasource-auth': '1', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  const { status, text } = await answerOf(address, { headers, signal }, SHEETS)
  if (status === 404) throw new SheetFault('It does not exist. Check its address.')
  if (status >= 500 || status === 429) throw new SheetFault(`Google did not respond (status ${status}).`)
  return text
}

async function answerOf(address: string, request: RequestInit, target: typeof SHEETS) {
  try {
    const response = await fetch(address, request)
    // the stream types of browsers and of Node differ
    const body = Readable.fromWeb((response.body ?? new Blob().stream()) as Parameters<typeof Readable.fromWeb>[0])
    return { status: response.status, text: await wholeText(body, LARGEST_PART, target) }
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    // fetch wraps the error of the connection
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw networkFailure(cause, target) ?? error
  }
}

const badKey = (cause?: unknown) =>
  new EngineFailure('connection', 'The key of the service account is not valid.', {
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    invalid: ['service_account_info'],
    cause,
  })

/** A token with which the service account reads what is shared with it. The addresses in the key file are not used. */
async function accessToken(account: string, { signal, now }: Asked): Promise<string> {
  const { client_email: email, private_key: key } = parseObject(account)
  if (typeof email !== 'string' || typeof key !== 'string') throw badKey()
  const issued = Math.floor(now / 1000)
  const claims = { iss: email, scope: SCOPES.join(' '), aud: TOKEN_ADDRESS, iat: issued, exp: issued + TOKEN_SECONDS }
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signed(claims, key),
  })
  const { status, text } = await answerOf(TOKEN_ADDRESS, { method: 'POST', body, signal }, TOKENS)
  const answer = parseObject(text)
  if (status === 200 && isRecord(answer) && typeof answer['access_token'] === 'string') return answer['access_token']
  throw badKey(new Error(`status ${status}`))
}

function signed(claims: object, key: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  try {
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
  } catch (error) {
    throw badKey(error)
  }
}
