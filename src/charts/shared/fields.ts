import { z } from 'zod'
import {
  type AdhocFilter,
  type QueryColumn,
  QueryColumn as QueryColumnSchema,
  type QueryMetric,
} from '../../model/query/queryObject.ts'
import { isRecord } from '../../model/wire/json.ts'

/**
 * Fields of a chart's form data. Many versions of many programs have written form data, so a field never fails: a
 * missing key gets the control's default, numbers may be saved as text, and an invalid value counts as missing.
 */

export const flag = (fallback: boolean) =>
  z
    .unknown()
    .transform((saved) => (saved === 'false' ? false : Boolean(saved)))
    .default(fallback)

export function number(fallback: number): z.ZodType<number>
export function number(fallback: null): z.ZodType<number | null>
export function number(fallback: number | null): z.ZodType<number | null> {
  return z
    .unknown()
    .transform((saved): number | null => toNumber(saved) ?? fallback)
    .default(fallback as never)
}

export const text = (fallback: string) =>
  z
    .unknown()
    .transform((saved) => (typeof saved === 'string' ? saved : saved == null ? fallback : String(saved)))
    .default(fallback)

/** One of a fixed set of values; any other value becomes the fallback. */
export const oneOf = <const V extends string | number | null, D extends V>(values: readonly V[], fallback: D) =>
  z
    .unknown()
    .transform((saved): V => values.find((value) => value === saved) ?? fallback)
    .default(fallback as never)

/** A format text such as `,.2f`; undefined if none was selected. */
export const format = (fallback: string | undefined): z.ZodType<string | undefined> =>
  z
    .unknown()
    .transform((saved) => (typeof saved === 'string' && saved !== '' ? saved : undefined))
    .default(fallback as never)

export interface Currency {
  symbol: string
  symbolPosition: 'prefix' | 'suffix'
}

export const currency = () =>
  z
    .unknown()
    .transform((saved): Currency | undefined => {
      const { symbol, symbolPosition } = (saved ?? {}) as Partial<Currency>
      if (typeof symbol !== 'string' || symbol === '') return undefined
      return { symbol, symbolPosition: symbolPosition === 'prefix' ? 'prefix' : 'suffix' }
    })
    .optional()

export type Bounds = [min: number | null, max: number | null]

/** A pair of numbers, either of which may be unbounded. */
export const bounds = () =>
  z
    .unknown()
    .transform((saved): Bounds => (Array.isArray(saved) ? [toNumber(saved[0]), toNumber(saved[1])] : [null, null]))
    .default([null, null])

export interface Rgba {
  r: number
  g: number
  b: number
  a: number
}

export const rgba = () =>
  z
    .unknown()
    .transform((saved): Rgba | undefined => {
      const { r, g, b, a } = (saved ?? {}) as Partial<Record<keyof Rgba, unknown>>
      const parts = [toNumber(r), toNumber(g), toNumber(b)]
      if (parts.some((part) => part === null)) return undefined
      return { r: parts[0]!, g: parts[1]!, b: parts[2]!, a: toNumber(a) ?? 1 }
    })
    .optional()

export const ruleOperators = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const

/** Colors a column's cells if the rule matches. Targets that the operator does not need are undefined. */
export interface ConditionalRule {
  column: string
  colorScheme: string
  operator: (typeof ruleOperators)[number]
  targetValue?: number
  targetValueLeft?: number
  targetValueRight?: number
}

export const conditionalFormatting = () =>
  z
    .unknown()
    .transform((saved) => (Array.isArray(saved) ? saved.map(conditionalRule).filter((rule) => rule !== null) : []))
    .default([])

function conditionalRule(saved: unknown): ConditionalRule | null {
  const rule = (saved ?? {}) as Record<keyof ConditionalRule, unknown>
  const operator = ruleOperators.find((known) => known === rule.operator)
  if (operator === undefined || typeof rule.colorScheme !== 'string') return null
  return {
    column: String(rule.column ?? ''),
    colorScheme: rule.colorScheme,
    operator,
    targetValue: toNumber(rule.targetValue) ?? undefined,
    targetValueLeft: toNumber(rule.targetValueLeft) ?? undefined,
    targetValueRight: toNumber(rule.targetValueRight) ?? undefined,
  }
}

/** A margin in px, or `auto`. */
export const sizeOrAuto = () =>
  z
    .unknown()
    .transform((saved): number | 'auto' => toNumber(saved) ?? 'auto')
    .default('auto')

/** A color with a fallback. */
export const rgbaOr = (fallback: Rgba) =>
  rgba()
    .transform((color) => color ?? fallback)
    .default(fallback)

/** Row limits are sent as saved: null means "not set", a number may be text. */
export const rowLimit = (fallback: number) =>
  z.union([z.number(), z.string(), z.null()]).catch(fallback).default(fallback)

export const columns = () => listOf<QueryColumn>(isColumn)
export const metrics = () => listOf<QueryMetric>((item) => item != null && item !== '')
export const adhocFilters = () => listOf<AdhocFilter>((item) => typeof item === 'object' && item !== null)
/** Annotation layers as they were saved: unknown keys are kept. */
export const annotationLayers = () => listOf<Record<string, unknown>>(isRecord)
/** Ids of saved charts; older versions may have saved texts. */
export const chartIds = () =>
  z
    .unknown()
    .transform((saved) => [...new Set([saved ?? []].flat().map(Number))].filter((id) => Number.isInteger(id) && id > 0))
    .default([])
export const texts = () => listOf<string>((item) => typeof item === 'string')

/** One metric; some versions saved a list of one. */
export const metric = () =>
  z
    .unknown()
    .transform((saved) => first(saved) as QueryMetric | undefined)
    .optional()

export const column = () =>
  z
    .unknown()
    .transform((saved) => {
      const one = first(saved)
      return isColumn(one) ? one : undefined
    })
    .optional()

/** Whether a saved value is a column; other values, such as an empty object, have no name. */
const isColumn = (item: unknown): item is QueryColumn => QueryColumnSchema.safeParse(item).success && item !== ''

function listOf<T>(accepts: (item: unknown) => boolean) {
  return z
    .unknown()
    .transform((saved) => (Array.isArray(saved) ? saved : [saved]).filter(accepts) as T[])
    .default([])
}

function first(saved: unknown): unknown {
  const value: unknown = Array.isArray(saved) ? saved[0] : saved
  return value == null || value === '' ? undefined : value
}

function toNumber(saved: unknown): number | null {
  if (saved == null || saved === '' || typeof saved === 'boolean') return null
  const value = Number(saved)
  return Number.isFinite(value) ? value : null
}

/**
 * A form data schema from its fields. Keys without a field are kept. Saved names mix snake_case and camelCase, so a
 * missing key is also looked up in the other spelling.
 */
export function formDataSchema<S extends z.ZodRawShape>(shape: S) {
  const keys = Object.keys(shape)
  return z.preprocess((saved) => {
    const given = { ...(saved as Record<string, unknown>) }
    for (const key of keys) {
      if (given[key] !== undefined) continue
      const spelling = [camelCase(key), snakeCase(key)].find((other) => other !== key && given[other] !== undefined)
      if (spelling !== undefined) given[key] = given[spelling]
    }
    return given
  }, z.looseObject(shape))
}

const camelCase = (key: string) => key.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
const snakeCase = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
