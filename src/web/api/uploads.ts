import { queryOptions } from '@tanstack/react-query'
import type { ColumnChoice, IfExists, Reading, TextColumn } from '../../model/upload/upload.ts'
import { currentCsrfToken, deleteJson, getJson, postJson, refreshCsrfToken } from './client.ts'
import { ApiError, failureFrom, unreachable } from './failure.ts'

export interface UploadPreview {
  file_name: string
  table_name: string
  format: 'csv' | 'json' | 'parquet' | 'xlsx'
  /** `source`: the name under which it is read, if it differs from its name */
  columns: { name: string; source?: string; type: string; type_generic: number }[]
  rows: (string | null)[][]
  /** null: known after loading */
  row_count: number | null
  is_estimate: boolean
  /** the line of the header, if there is one */
  names_line?: number
  warnings: string[]
  /** columns of numbers and dates, except for single values */
  texts: TextColumn[]
  sheets: string[]
  reading: Reading
}

export interface Uploaded {
  id: string
  result: UploadPreview
}

export interface UploadOptions {
  /** 0 to 1, fraction that was sent */
  onProgress: (share: number) => void
  signal: AbortSignal
  reading?: Reading
}

/** Sends a file for a preview. Throws ApiError with the error of the file. */
export async function uploadFile(file: File, options: UploadOptions): Promise<Uploaded> {
  try {
    return await send(file, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.message.includes('CSRF')) throw error
    await refreshCsrfToken()
    return send(file, options)
  }
}

/** fetch does not report upload progress. */
function send(file: File, { onProgress, signal, reading }: UploadOptions): Promise<Uploaded> {
  const form = new FormData()
  if (reading) form.append('reading', JSON.stringify(reading))
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/upload/')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-csrftoken', currentCsrfToken())
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Uploaded)
      else reject(failureFrom(request.status, request.responseText))
    })
    request.addEventListener('error', () => reject(new ApiError(`Network error. ${unreachable}`, { status: 0 })))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Previews it again with other settings. */
export const previewAgain = (id: string, reading: Reading) =>
  postJson<Uploaded>(`/api/v1/upload/${id}/preview`, { reading })

export interface Created {
  id: number
  /** `columns` as finally loaded; `missing` and `retyped` are differences from the previous table */
  result: { url: string; rows: number; columns: { name: string; type: string }[]; missing: string[]; retyped: string[] }
}

/** Nothing was created: these columns are text, but were shown with another type. */
export interface HeldBack {
  result: { texts: TextColumn[] }
}

export const isHeldBack = (answer: Created | HeldBack): answer is HeldBack => 'texts' in answer.result

/** Creates a table and a dataset; returns the address where it opens. */
export const createFromUpload = (
  id: string,
  body: { table_name: string; already_exists: IfExists; reading: Reading; columns: ColumnChoice[] },
) => postJson<Created | HeldBack>(`/api/v1/upload/${id}/`, body)

export interface UploadTarget {
  exists: boolean
  may_change: boolean
  /** a similar name that is not used */
  free_name?: string
  /** of the table, if the user may change it */
  columns?: string[]
  /** number of its charts, if the user may change it */
  charts?: number
}

/** What exists under a table's name. */
export const uploadTargetQuery = (name: string) =>
  queryOptions({
    queryKey: ['uploadTarget', name],
    queryFn: async ({ signal }) => {
      const url = `/api/v1/upload/table/?name=${encodeURIComponent(name)}`
      return (await getJson<{ result: UploadTarget }>(url, { signal })).result
    },
    enabled: name !== '',
    retry: false,
    staleTime: 0,
  })

/** Discards it. If this fails, the server deletes it after an hour. */
export const discardUpload = (id: string) => deleteJson(`/api/v1/upload/${id}`).catch(() => undefined)
