import type { z } from 'zod'
import type { CssTemplateForm } from '../../model/dashboard/cssTemplate.ts'
import type { MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const path = '/api/v1/css_template/'

const columns = [
  'id',
  'template_name',
  'css',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
] as const
export type CssTemplate = Listed<'css_template', (typeof columns)[number]>

export function cssTemplateListQuery(request: ListRequest): ListQuery<CssTemplate> {
  return {
    queryKey: ['cssTemplates', 'list', request],
    queryFn: ({ signal }) => getList('css_template', { ...request, columns }, signal),
  }
}

/** Creates a template, or changes the one with the id. */
export async function saveCssTemplate(
  id: number | undefined,
  fields: Required<z.input<typeof CssTemplateForm>>,
): Promise<void> {
  await (id === undefined ? postJson(path, fields) : putJson(`${path}${id}`, fields))
}

/** Deletes all or none. */
export function deleteCssTemplates(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson(path, { query: { q: formatRison(ids) } })
}
