import { queryOptions } from '@tanstack/react-query'
import type {
  TagForm,
  TaggedManyAnswer,
  TaggedObject,
  TaggedType,
  ShownTag as TagOfList,
} from '../../model/dashboard/tag.ts'
import type { ItemAnswer, MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { can, hasFlag } from './bootstrap.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'
import type { RelatedPage } from './related.ts'

const path = '/api/v1/tag/'

const columns = [
  'id',
  'name',
  'description',
  'changed_by.first_name',
  'changed_by.last_name',
  'created_by.id',
  'changed_on_delta_humanized',
] as const
export type Tag = Listed<'tag', (typeof columns)[number]>

/** A tag of an object in a list. */
export type ShownTag = Pick<TagOfList, 'id' | 'name'>

/** The kinds of objects that users can tag in the browser. */
export type TaggableKind = Exclude<TaggedType, 'dataset'>

/** The kind, if the user may add tags to such objects; otherwise undefined. */
export const mayTag = (kind: TaggableKind): TaggableKind | undefined =>
  hasFlag('TAGGING_SYSTEM') && can('can_bulk_create', 'Tag') ? kind : undefined

export function tagListQuery(request: ListRequest): ListQuery<Tag> {
  return {
    queryKey: ['tags', 'list', request],
    queryFn: ({ signal }) => getList('tag', { ...request, columns }, signal),
  }
}

/** One tag, by its id or by its name. */
export function tagQuery(wanted: { id: number } | { name: string }) {
  const filter =
    'id' in wanted ? { col: 'id', opr: 'eq', value: wanted.id } : { col: 'name', opr: 'eq', value: wanted.name }
  return queryOptions({
    queryKey: ['tags', 'one', wanted],
    queryFn: async ({ signal }) => {
      const { result } = await getList('tag', { columns, filters: [filter], page: 0, pageSize: 1 }, signal)
      return result[0] ?? null
    },
  })
}

/** The objects with a tag, except those that the user may not see. */
export function taggedObjectsQuery(tagId: number) {
  return queryOptions({
    queryKey: ['tags', 'objects', tagId],
    queryFn: async ({ signal }) => {
      const query = { tagIds: String(tagId) }
      return (await getJson<{ result: TaggedObject[] }>(`${path}get_objects/`, { signal, query })).result
    },
  })
}

/** Creates a tag, or changes the one with the id. */
export async function saveTag(id: number | undefined, form: TagForm): Promise<void> {
  await (id === undefined ? postJson(path, form) : putJson(`${path}${id}`, form))
}

/** Deletes all or none; the call takes names. */
export async function deleteTags(ids: readonly number[]): Promise<MessageAnswer> {
  const found = await Promise.all(ids.map((id) => getJson<ItemAnswer<Pick<Tag, 'name'>>>(`${path}${id}`, {})))
  return deleteJson(path, { query: { q: formatRison(found.map(({ result }) => result.name)) } })
}

/** Adds tags to objects. Returns how many were tagged, and how many the user may not change. */
export async function tagObjects(
  names: readonly string[],
  objects: readonly (readonly [TaggableKind, number])[],
): Promise<{ tagged: number; skipped: number }> {
  const { result } = await postJson<TaggedManyAnswer>(`${path}bulk_create`, {
    tags: names.map((name) => ({ name, objects_to_tag: objects })),
  })
  // each object is counted once for each tag
  const count = (list: unknown[]) => Math.round(list.length / names.length)
  return { tagged: count(result.objects_tagged), skipped: count(result.objects_skipped) }
}

/** Names of tags, for pickers. */
export async function tagNames(search: string, page: number, signal: AbortSignal): Promise<RelatedPage<string>> {
  const filters = search === '' ? [] : [{ col: 'name', opr: 'ct', value: search }]
  const request = { filters, orderColumn: 'name', orderDirection: 'asc', page, pageSize: 100 } as const
  const { count, result } = await getList('tag', { ...request, columns: ['name'] }, signal)
  return { count, options: result.map(({ name }) => ({ value: name, label: name })) }
}

/** Dashboards, charts or saved queries by name, for pickers. */
export function taggable(kind: TaggableKind) {
  return async (search: string, page: number, signal: AbortSignal): Promise<RelatedPage<number>> => {
    const name = { dashboard: 'dashboard_title', chart: 'slice_name', query: 'label' }[kind]
    const filters = search === '' ? [] : [{ col: name, opr: 'ct', value: search }]
    const request = { filters, orderColumn: name, orderDirection: 'asc', page, pageSize: 100 } as const
    const { count, result } = await namesOf(kind, request, signal)
    return { count, options: result.map(([value, label]) => ({ value, label: label || String(value) })) }
  }
}

async function namesOf(
  kind: TaggableKind,
  request: ListRequest,
  signal: AbortSignal,
): Promise<{ count: number; result: [id: number, name: string][] }> {
  if (kind === 'dashboard') {
    const { count, result } = await getList('dashboard', { ...request, columns: ['id', 'dashboard_title'] }, signal)
    return { count, result: result.map((row) => [row.id, row.dashboard_title ?? '']) }
  }
  if (kind === 'chart') {
    const { count, result } = await getList('chart', { ...request, columns: ['id', 'slice_name'] }, signal)
    return { count, result: result.map((row) => [row.id, row.slice_name ?? '']) }
  }
  const { count, result } = await getList('saved_query', { ...request, columns: ['id', 'label'] }, signal)
  return { count, result: result.map((row) => [row.id, row.label ?? '']) }
}

/** The names of a dashboard's tags. */
export function dashboardTagsQuery(id: number) {
  return queryOptions({
    queryKey: ['tags', 'dashboard', id],
    queryFn: async ({ signal }) => {
      const request = { columns: ['tags.name'], filters: [{ col: 'id', opr: 'eq', value: id }], pageSize: 1 } as const
      const { result } = await getList('dashboard', request, signal)
      return result[0]?.tags.map(({ name }) => name) ?? []
    },
  })
}

/** Adds the missing tags, and removes those that are no longer selected. */
export async function setDashboardTags(
  id: number,
  before: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const names = wanted.map((name) => name.trim()).filter((name) => name !== '')
  const added = names.filter((name) => !before.includes(name))
  if (added.length > 0) await postJson(`${path}dashboard/${id}/`, { properties: { tags: added } })
  for (const name of before) {
    if (!names.includes(name)) await deleteJson(`${path}dashboard/${id}/${encodeURIComponent(name)}/`)
  }
}
