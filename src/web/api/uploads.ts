import { queryOptions } from '@tanstack/react-query'
import type { ColumnChoice, IfExists, Reading, TextColumn } from '../../model/upload/upload.ts'
import { currentCsrfToken, deleteJson, getJson, postJson, refreshCsrfToken } from './client.ts'
import { ApiError, failureFrom, unreachable } from './failure.ts'

export interface UploadPreview {
  file_name: string
  table_name: string
  format: 'csv' | 'json' | 'parquet' | 'xlsx'
  /** `source`: under which it is read, where that is not its name */
  columns: { name: string; source?: string; type: string; type_generic: number }[]
  rows: (string | null)[][]
  /** null: known when it is read */
  row_count: number | null
  is_estimate: boolean
  /** the line that holds the names, where one does */
  names_line?: number
  warnings: string[]
  /** columns of numbers and days, but for single values */
  texts: TextColumn[]
  sheets: string[]
  reading: Reading
}

export interface Uploaded {
  id: string
  result: UploadPreview
}

export interface UploadOptions {
  /** 0 to 1, of what was sent */
  onProgress: (share: number) => void
  signal: AbortSignal
  reading?: Reading
}

/** Sends a file to be looked at. Throws ApiError with what is wrong with it. */
export async function uploadFile(file: File, options: UploadOptions): Promise<Uploaded> {
  try {
    return await send(file, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.message.includes('CSRF')) throw error
    await refreshCsrfToken()
    return send(file, options)
  }
}

/** fetch tells nothing of what was sent so far. */
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

/** Looks at it again, read otherwise. */
export const previewAgain = (id: string, reading: Reading) =>
  postJson<Uploaded>(`/api/v1/upload/${id}/preview`, { reading })

export interface Created {
  id: number
  /** `columns` as they were read in the end; `missing` and `retyped` tell of those that the table had before */
  result: { url: string; rows: number; columns: { name: string; type: string }[]; missing: string[]; retyped: string[] }
}

/** Nothing was made: these columns are text, and were seen as something else. */
export interface HeldBack {
  result: { texts: TextColumn[] }
}

export const isHeldBack = (answer: Created | HeldBack): answer is HeldBack => 'texts' in answer.result

/** Makes a table and a dataset of it; gives the address where it opens. */
export const createFromUpload = (
  id: string,
  body: { table_name: string; already_exists: IfExists; reading: Reading; columns: ColumnChoice[] },
) => postJson<Created | HeldBack>(`/api/v1/upload/${id}/`, body)

export interface UploadTarget {
  exists: boolean
  may_change: boolean
  /** a name like it that is not taken */
  free_name?: string
  /** of the table, where it may be changed */
  columns?: string[]
  /** how many are made of it, where it may be changed */
  charts?: number
}

/** What there is under a table's name already. */
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

/** Gives it up. What stays is deleted by the server after an hour. */
export const discardUpload = (id: string) => deleteJson(`/api/v1/upload/${id}`).catch(() => undefined)
