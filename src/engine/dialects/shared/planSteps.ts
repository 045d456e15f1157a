import type { PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import { isRecord } from '../../../model/wire/json.ts'

/** How a database explains a query. */
export interface PlanReader {
  /** The text before the query, such as EXPLAIN. */
  before: string
  /** The response of the database as a tree; `rows`: its rows by column. */
  read(rows: readonly Record<string, unknown>[]): PlanStep[]
}

/** How to read a node of a query plan in JSON. */
export interface PlanNames {
  title: string
  subject?: string
  rows?: string
  cost?: string
  children: string
  /** Properties that are not useful to readers. */
  hidden?: readonly string[]
}

export const numberIn = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value.replace(/^~/, '')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : isRecord(value) ? JSON.stringify(value) : String(value)

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A node that has its properties next to its children. */
export function stepOf(node: unknown, names: PlanNames): PlanStep {
  const facts = isRecord(node) ? node : {}
  const own = new Set([names.title, names.subject, names.rows, names.cost, names.children, ...(names.hidden ?? [])])
  const children = facts[names.children]
  return {
    title: textOf(facts[names.title] ?? ''),
    subject: names.subject === undefined || isEmpty(facts[names.subject]) ? '' : textOf(facts[names.subject]),
    details: Object.entries(facts).flatMap(([name, value]): [string, string][] =>
      own.has(name) || isEmpty(value) ? [] : [[name, textOf(value)]],
    ),
    rows: names.rows === undefined ? null : numberIn(facts[names.rows]),
    cost: names.cost === undefined ? null : numberIn(facts[names.cost]),
    children: Array.isArray(children) ? children.map((child) => stepOf(child, names)) : [],
  }
}

/** JSON from the first column of the first row; some drivers have parsed it already. */
export function firstJson(rows: readonly Record<string, unknown>[], column?: string): unknown {
  const [first = {}] = rows
  const value = column === undefined ? Object.values(first)[0] : first[column]
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}
