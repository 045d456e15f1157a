import { isRecord, parseJson } from '../../../model/wire/json.ts'
import { EngineFailure } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'

/** Parameters of an address, for drivers. */

/** How long a driver waits for a server: the parameter `connect_timeout`, in seconds, if it is shorter than usual. */
export function connectWithinMs({ query }: Pick<ServerOptions, 'query'>, usualMs: number): number {
  const seconds = Number(query?.['connect_timeout'] ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1000, usualMs) : usualMs
}

/** A parameter that contains JSON; undefined if it is absent. `isValid` checks the parsed value. */
export function jsonParameter<T>(
  { query }: Pick<ServerOptions, 'query'>,
  name: string,
  isValid: (value: unknown) => value is T,
): T | undefined {
  const text = query?.[name]
  if (text === undefined || text === '') return undefined
  const value = parseJson(text)
  if (isValid(value)) return value
  throw new EngineFailure('connection', `The parameter "${name}" of the connection is not valid.`, {
    invalid: ['query'],
  })
}

/** An object of plain values, such as settings by their names. */
export const isPlainObject = (value: unknown): value is Record<string, string | number | boolean> =>
  isRecord(value) && Object.values(value).every((each) => ['string', 'number', 'boolean'].includes(typeof each))
