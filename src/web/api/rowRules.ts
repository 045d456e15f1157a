import type { RowRuleCreate } from '../../model/dataset/rowRuleForm.ts'
import type { RowRulePreview, RowRulePreviewAnswer } from '../../model/dataset/rowRulePreview.ts'
import type { ItemAnswer, MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const columns = [
  'id',
  'name',
  'description',
  'filter_type',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'group_key',
  'clause',
  'changed_on_delta_humanized',
] as const
export type RowRuleSummary = Listed<'rowlevelsecurity', (typeof columns)[number]>
export type RowRule = Omit<RowRuleSummary, 'changed_on_delta_humanized'>

export function rowRuleListQuery(request: ListRequest): ListQuery<RowRuleSummary> {
  return {
    queryKey: ['rowRules', 'list', request],
    queryFn: ({ signal }) => getList('rowlevelsecurity', { ...request, columns }, signal),
  }
}

export async function loadRowRule(id: number, signal: AbortSignal): Promise<RowRule> {
  return (await getJson<ItemAnswer<RowRule>>(`/api/v1/rowlevelsecurity/${id}`, { signal })).result
}

export async function saveRowRule(id: number | undefined, body: RowRuleCreate): Promise<void> {
  if (id === undefined) await postJson('/api/v1/rowlevelsecurity/', body)
  else await putJson(`/api/v1/rowlevelsecurity/${id}`, body)
}

export function deleteRowRules(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson('/api/v1/rowlevelsecurity/', { query: { q: formatRison(ids) } })
}

/** The rows of a dataset that a user would see with this rule. */
export async function previewRowRule(
  body: RowRulePreview,
  signal: AbortSignal,
): Promise<RowRulePreviewAnswer['result']> {
  return (await postJson<RowRulePreviewAnswer>('/api/v1/rowlevelsecurity/preview', body, { signal })).result
}
