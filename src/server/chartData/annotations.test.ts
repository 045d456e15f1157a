import { expect, it } from 'vitest'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { type AnnotationSources, annotationData } from './annotations.ts'
import { readerWith } from './testing/service.ts'

const query = { annotation_layers: [{ name: 'slow', annotationType: 'TIME_SERIES', sourceType: 'line', value: 1 }] }
const context: QueryContext = { datasource: { id: 1, type: 'table' }, queries: [query] }
const sources: AnnotationSources = {
  annotationsOf: () => Promise.resolve([]),
  contextOfChart: () => Promise.resolve({ ...context, queries: [{}] }),
}
const stopped = (signal: AbortSignal | undefined) =>
  new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new AppError('GENERIC_COMMAND_ERROR', 499, 'stopped'))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })

const dataOf = async (encoding: 'columns' | 'rows', signal?: AbortSignal, limitMs = 20) => {
  const reader = { subject: readerWith(), datasetId: 1, chartId: null, dashboardId: null }
  const annotated = { query, context, reader, options: { encoding, signal } }
  const ask = (_context: unknown, _subject: unknown, options: { signal?: AbortSignal }) => stopped(options.signal)
  return JSON.parse((await annotationData(annotated, sources, ask, limitMs)).toString()) as unknown
}

it('stops a layer at its time limit, and reports it', async () => {
  expect(await dataOf('columns')).toEqual({ slow: { error: 'Query timeout' } })
})

it('is cancelled with its request', async () => {
  const controller = new AbortController()
  const data = dataOf('columns', controller.signal, 60_000)
  controller.abort()
  await expect(data).rejects.toThrow('stopped')
})

it('has no time limit of its own for programs', async () => {
  const controller = new AbortController()
  const data = dataOf('rows', controller.signal)
  setTimeout(() => controller.abort(), 60)
  await expect(data).rejects.toThrow('stopped')
})
