import type { GenericType } from '../../../model/dataset/dataset.ts'
import { RowRulePreview, RowRulePreviewAnswer } from '../../../model/dataset/rowRulePreview.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseQueryContext } from '../../../model/query/queryContext.ts'
import type { RowRule, Subject } from '../../access/subject.ts'
import type { Subjects } from '../../access/subjects.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDataset } from '../../entities/datasets.ts'
import { notFound, unprocessable } from '../../entities/owners.ts'
import { clauseRights } from '../../entities/ruleClause.ts'
import type { Resource } from '../../resource.ts'

const ROWS = 20
/** A rule that is not saved yet has no id; it is sorted after the others. */
const NEW_RULE = Number.MAX_SAFE_INTEGER

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }

interface Rows {
  colnames: string[]
  coltypes: GenericType[]
  data: Record<string, unknown>[]
}

/** `POST /api/v1/rowlevelsecurity/preview`: the rows of a dataset as a reader would see them with a changed rule. */
export const previewRoute: Resource = (app, services) => {
  const { db, subjects, chartData, can } = services
  app.post(
    '/api/v1/rowlevelsecurity/preview',
    // users who may write rules may remove them, and so can see every row of the datasets that they may see
    {
      config: { requires: 'can_write:Row Level Security', safe: true, answer: RowRulePreviewAnswer },
      schema: { body: RowRulePreview },
    },
    async ({ body, subject: author }, reply) => {
      const { user_id, dataset_id, rule } = body
      await can(author, 'read', { kind: 'Dataset', id: dataset_id })
      const [fault] = rule ? await clauseRights(services, author, { ...rule, tables: [dataset_id] }) : []
      if (fault !== undefined) throw unprocessable({ clause: [fault] })
      const before = user_id === null ? await guestOf(subjects, dataset_id) : (await subjects.ofUser(user_id))?.subject
      if (!before || !(await findDataset(db, dataset_id))) throw notFound()
      const reader = rule ? withRule(before, rule) : before
      const signal = closeSignal(reply)
      const run = async (subject: Subject, query: object) => {
        const parsed = parseQueryContext({
          datasource: { id: dataset_id, type: 'table' },
          result_type: 'drill_detail',
          force: false,
          queries: [query],
        })
        if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
        const [answer] = await chartData.answer(parsed.value, subject, { encoding: 'rows', signal, inDataZone: true })
        return JSON.parse(answer?.body.toString() ?? '{}') as Rows
      }
      const count = { metrics: [COUNT], result_type: 'full' }
      const rows = await run(reader, { row_limit: ROWS }).catch(withoutAccess)
      const [seen, all] = [await run(reader, count), await run({ ...before, rowRules: [] }, count)]
      const numberOf = ({ data }: Rows) => Number(data[0]?.['COUNT(*)'] ?? 0)
      return {
        result: {
          columns: rows.colnames,
          types: rows.coltypes,
          rows: rows.data.map((row) => rows.colnames.map((name) => row[name] ?? null)),
          count: numberOf(seen),
          total: numberOf(all),
        },
      }
    },
  )
}

/** A reader without an account, who reads the dataset on a dashboard. */
async function guestOf(subjects: Subjects, datasetId: number): Promise<Subject> {
  const nobody = await subjects.anonymous()
  return { ...nobody, grants: { ...nobody.grants, datasets: new Set([datasetId]) } }
}

/** The reader's own error message would be misleading, because another user sent the request. */
function withoutAccess(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 403) throw error
  throw new AppError('GENERIC_COMMAND_ERROR', 422, 'This user has no access to the dataset.', { cause: error })
}

/** A subject to which the rule applies as it would be saved. */
function withRule(subject: Subject, rule: NonNullable<RowRulePreview['rule']>): Subject {
  const others = subject.rowRules.filter(({ id }) => id !== rule.id)
  const isNamed = subject.roles.some(({ id }) => rule.roles.includes(id))
  if (isNamed !== (rule.filter_type === 'Regular') || rule.clause.trim() === '') return { ...subject, rowRules: others }
  const draft: RowRule = {
    id: rule.id ?? NEW_RULE,
    groupKey: rule.group_key || null,
    clause: rule.clause,
    datasetIds: rule.tables,
  }
  return { ...subject, rowRules: [...others, draft].sort((a, b) => a.id - b.id) }
}
