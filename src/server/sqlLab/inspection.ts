import { type ConnectionSpec, SAMPLES } from '../../engine/contracts.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import type { TableName } from '../../engine/gate/gate.ts'
import { limitedSql, splitStatements } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { PlanStep } from '../../model/sqlLab/queryPlan.ts'
import type { TextPosition } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { Subject } from '../access/subject.ts'
import { withoutText } from '../chartData/rowRules.ts'
import type { FindView } from '../chartData/ruledViews.ts'
import {
  type AllowedStatement,
  createEditorReader,
  type EditorServices,
  editorDatabase,
  hidesRules,
  placeOf,
} from './editorReader.ts'
import { databaseFault, noStatement, onlySelect, placeIn, planRefused, positionIn } from './faults.ts'
import { mentionsResults } from './namedResults.ts'
import { PIECE_ROWS } from './results.ts'
import type { Inspection, InspectionRequest } from './sqlLab.ts'

export function createInspection(services: EditorServices, views: FindView): Inspection {
  const { engine } = services

  async function prepared(subject: Subject, asked: InspectionRequest) {
    const place = {
      subject,
      database: await editorDatabase(services, subject, asked.database_id),
      catalog: asked.catalog ?? null,
      schema: asked.schema ?? null,
      templateParams: asked.templateParams,
      tab: mentionsResults(asked.sql) ? asked.sql_editor_id : null,
    }
    const reader = await createEditorReader(services, views, place)
    const text = await reader.rendered(asked.sql, 0)
    return { reader, text, split: splitStatements(reader.connection, text) }
  }

  return {
    async estimate(subject, asked) {
      const { reader, text, split } = await prepared(subject, asked)
      if (!split.ok) throw new AppError('SYNTAX_ERROR', 400, split.message)
      const costs: Record<string, string>[] = []
      for (const { sql, start } of split.statements) {
        const statement = await reader.allowed(sql)
        if (statement.kind !== 'select') continue
        const where = text === asked.sql ? { text, start } : undefined
        const told = (error: unknown): never => {
          if (statement.isRuled) withoutText(error)
          throw error instanceof AppError ? databaseFault(error, reader.connection, where) : error
        }
        costs.push(...(await engine.estimate(reader.connection, statement.sql, placeOf(reader)).catch(told)))
      }
      return costs
    },
    async plan(subject, asked) {
      const { reader, text, split } = await prepared(subject, asked)
      if (!split.ok) throw new AppError('SYNTAX_ERROR', 400, split.message)
      const { connection } = reader
      const { plan, title } = dialectOf(connection.dialect)
      if (!plan) throw new AppError('GENERIC_COMMAND_ERROR', 400, `${title} does not explain queries as a tree.`)
      const trees: PlanStep[][] = []
      for (const { sql, start } of split.statements) {
        const statement = await reader.allowed(sql)
        if (statement.kind !== 'select') continue
        // a plan shows the conditions of rules, and how many rows they hide
        if (statement.isRuled && hidesRules(subject)) throw planRefused()
        const where = text === asked.sql ? { text, start } : undefined
        const answer = await engine
          .run({ ...planJob(connection, plan.before + statement.sql), ...placeOf(reader) })
          .catch((error: unknown) => {
            throw error instanceof AppError ? databaseFault(error, connection, where) : error
          })
        trees.push(plan.read(JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>[]))
      }
      return trees
    },
    async sample(subject, asked, signal) {
      const { reader, split } = await prepared(subject, asked)
      if (!split.ok) throw new AppError('SYNTAX_ERROR', 400, split.message)
      const last = split.statements.at(-1)
      if (!last) throw noStatement()
      const { connection } = reader
      if (!('tables' in connection)) {
        const message = 'Only tables of the embedded engine have samples.'
        throw new AppError('GENERIC_COMMAND_ERROR', 400, message)
      }
      const statement = await reader.allowed(last.sql)
      if (statement.kind !== 'select') throw onlySelect()
      const sql = sampledSql(limitedSql(connection, statement.sql, SAMPLE_LIMITS.maxRows, 0).sql, statement.tables)
      const answer = await engine
        .run({ ...sampleJob(connection, sql), ...placeOf(reader) }, signal)
        .catch((error: unknown) => {
          if (statement.isRuled) withoutText(error)
          // no position, because it would refer to the sampled SQL: the checks of the editor mark the error
          throw error instanceof AppError ? databaseFault(error, connection) : error
        })
      return { columns: answer.pieces?.columns ?? [], rows: answer.body.subarray(1, -1) }
    },
    async complaint(subject, asked) {
      const { reader, text, split } = await prepared(subject, asked)
      if (!split.ok) return { message: split.message, position: START }
      for (const { sql, start } of split.statements) {
        const where = { text, start }
        const begin = positionIn(text, start, START)
        let statement: AllowedStatement
        try {
          statement = await reader.allowed(sql)
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          return { message: error.message, position: placeIn(where, error) ?? begin }
        }
        if (statement.kind !== 'select') continue
        try {
          await engine.describe(reader.connection, statement.sql, placeOf(reader)).catch((error: unknown) => {
            if (statement.isRuled) withoutText(error)
            throw error
          })
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          const message = statement.isRuled ? error.message : databaseFault(error, reader.connection).message
          return { message, position: (statement.sql === sql ? placeIn(where, error) : null) ?? begin }
        }
      }
      return null
    },
  }
}

/** A plan is small; a larger result is an error. */
const PLAN_LIMITS = { timeoutMs: 30_000, maxRows: 5000, maxBytes: 4_000_000 }

/** A preview must not slow down queries: a query that exceeds these limits has no preview. */
const SAMPLE_LIMITS = { timeoutMs: 3000, maxRows: 100, maxBytes: 2_000_000 }

const sampleJob = (connection: ConnectionSpec, sql: string) => ({
  ...planJob(connection, sql),
  inspects: false,
  rowLimit: SAMPLE_LIMITS.maxRows,
  limits: SAMPLE_LIMITS,
})

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A query in which table names refer to samples. A table that is named with its schema is read completely. */
function sampledSql(sql: string, tables: readonly TableName[]): string {
  const names = new Map(tables.filter(({ schema }) => schema === null).map(({ name }) => [name.toLowerCase(), name]))
  if (names.size === 0) return sql
  const samples = [...names.values()].map((name) => `${quoted(name)} AS (FROM ${SAMPLES.schema}.${quoted(name)})`)
  return `WITH ${samples.join(', ')}\nSELECT * FROM (\n${sql}\n)`
}

const planJob = (connection: ConnectionSpec, sql: string) => ({
  connection,
  sql,
  output: [],
  offsetHours: 0,
  postProcessing: [],
  encoding: 'rows' as const,
  pieces: PIECE_ROWS,
  rowLimit: PLAN_LIMITS.maxRows,
  inspects: true,
  limits: PLAN_LIMITS,
})

const START: TextPosition = { line: 1, column: 1 }
