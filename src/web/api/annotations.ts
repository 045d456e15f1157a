import { queryOptions } from '@tanstack/react-query'
import type { AnnotationCreate, AnnotationLayerCreate, AnnotationRow } from '../../model/query/annotation.ts'
import type { ListAnswer, MessageAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest, listParameters } from './list.ts'

const path = '/api/v1/annotation_layer/'

const layerColumns = [
  'id',
  'name',
  'descr',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on',
  'changed_on_delta_humanized',
] as const
export type LayerSummary = Listed<'annotation_layer', (typeof layerColumns)[number]>

export function layerListQuery(request: ListRequest): ListQuery<LayerSummary> {
  return {
    queryKey: ['annotationLayers', 'list', request],
    queryFn: ({ signal }) => getList('annotation_layer', { ...request, columns: layerColumns }, signal),
  }
}

/** Name and description of one layer. */
export function layerQuery(id: number) {
  return queryOptions({
    queryKey: ['annotationLayers', 'one', id],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: Pick<LayerSummary, 'id' | 'name' | 'descr'> }>(`${path}${id}`, { signal })).result,
  })
}

/** Creates a layer and returns its id. */
export async function createLayer(fields: AnnotationLayerCreate): Promise<number> {
  return (await postJson<SavedAnswer>(path, fields)).id
}

export async function updateLayer(id: number, { name, descr }: AnnotationLayerCreate): Promise<void> {
  await putJson(`${path}${id}`, { name, descr: descr ?? '' })
}

/** Deletes all or none. */
export function deleteLayers(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson(path, { query: { q: formatRison(ids) } })
}

const annotationColumns = ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm'] as const
export type AnnotationSummary = Pick<AnnotationRow, (typeof annotationColumns)[number]>

const annotationsOf = (layerId: number) => `${path}${layerId}/annotation/`

export function annotationListQuery(layerId: number, request: ListRequest): ListQuery<AnnotationSummary> {
  return {
    queryKey: ['annotations', layerId, 'list', request],
    queryFn: ({ signal }) => {
      const query = listParameters({ ...request, columns: annotationColumns })
      return getJson<ListAnswer<AnnotationSummary>>(annotationsOf(layerId), { signal, query })
    },
  }
}

/** One annotation with its metadata, which lists do not contain. */
export async function loadAnnotation(layerId: number, id: number, signal?: AbortSignal): Promise<AnnotationRow> {
  return (await getJson<{ result: AnnotationRow }>(`${annotationsOf(layerId)}${id}`, { signal })).result
}

export async function createAnnotation(layerId: number, fields: AnnotationCreate): Promise<void> {
  await postJson(annotationsOf(layerId), fields)
}

export async function updateAnnotation(layerId: number, id: number, fields: AnnotationCreate): Promise<void> {
  await putJson(`${annotationsOf(layerId)}${id}`, fields)
}

/** Deletes all or none. */
export function deleteAnnotations(layerId: number, ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson(annotationsOf(layerId), { query: { q: formatRison(ids) } })
}
