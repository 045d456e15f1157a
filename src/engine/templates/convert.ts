import { TemplateFault } from './fault.ts'
import { isText, marked, plain } from './text.ts'
import { asText, Dict, Foreign, List, Tuple, type Value } from './values.ts'

/** Converts a JSON value for templates. `fromRequest`: whether its texts are marked as coming from the request. */
export function valueOf(json: unknown, fromRequest: boolean): Value {
  if (json === null || json === undefined) return null
  if (typeof json === 'boolean' || typeof json === 'bigint') return json
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json
  if (typeof json === 'string') return fromRequest ? marked(json) : json
  if (Array.isArray(json)) return new List(json.map((item: unknown) => valueOf(item, fromRequest)))
  if (json instanceof Foreign) return json
  const entries = Object.entries(json as Record<string, unknown>)
  return new Dict(entries.map(([key, item]) => [valueOf(key, fromRequest), valueOf(item, fromRequest)]))
}

/** Converts a value for a cache key. */
export function jsonOf(value: Value): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  if (isText(value)) return plain(value)
  if (value instanceof List || value instanceof Tuple) return value.items.map(jsonOf)
  if (value instanceof Dict)
    return Object.fromEntries(value.entries().map(([key, item]) => [plain(asText(key)), jsonOf(item)]))
  return plain(asText(value))
}

/** @throws TemplateFault for a variable type that is not allowed in templates */
export function checkedVariable(key: string, value: Value): Value {
  if (value instanceof Foreign) {
    throw new TemplateFault('TemplateException', `Unsafe template value for key ${key}: ${value.type}`)
  }
  return value
}
