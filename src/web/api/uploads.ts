import { queryOptions } from '@tanstack/react-query'
import type { ColumnChoice, IfExists, Reading } from '../../model/upload/upload.ts'
import type {
  HeldBack,
  UploadCreatedAnswer,
  UploadDatabasesAnswer,
  UploadedAnswer,
  UploadPreview,
  UploadTargetAnswer,
} from '../../model/upload/uploadAnswers.ts'
import { currentCsrfToken, deleteJson, getJson, postJson, refreshCsrfToken } from './client.ts'
import { ApiError, failureFrom, unreachable } from './failure.ts'

export type { UploadedAnswer, UploadPreview }
export type UploadTarget = UploadTargetAnswer['result']

export interface UploadOptions {
  /** 0 to 1, the fraction that was sent */
  onProgress: (share: number) => void
  signal: AbortSignal
  reading?: Reading
}

/** Sends the files of a table for a preview. Throws ApiError with the error of the files. */
export async function uploadFiles(files: readonly File[], options: UploadOptions): Promise<UploadedAnswer> {
  try {
    return await send(files, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.message.includes('CSRF')) throw error
    await refreshCsrfToken()
    return send(files, options)
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(files: readonly File[], { onProgress, signal, reading }: UploadOptions): Promise<UploadedAnswer> {
  const form = new FormData()
  if (reading) form.append('reading', JSON.stringify(reading))
  for (const file of files) form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/upload/')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-csrftoken', currentCsrfToken())
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as UploadedAnswer)
      else reject(failureFrom(request.status, request.responseText))
    })
    request.addEventListener('error', () => reject(new ApiError(`Network error. ${unreachable}`, { status: 0 })))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Loads the preview again with other settings. */
export const previewAgain = (id: string, reading: Reading) =>
  postJson<UploadedAnswer>(`/api/v1/upload/${id}/preview`, { reading })

export const isHeldBack = (answer: UploadCreatedAnswer): answer is HeldBack => 'texts' in answer.result

/** Creates a table and a dataset; returns the address of the new dataset. */
export const createFromUpload = (
  id: string,
  body: {
    table_name: string
    database_id?: number
    schema?: string
    already_exists: IfExists
    reading: Reading
    columns: ColumnChoice[]
  },
) => postJson<UploadCreatedAnswer>(`/api/v1/upload/${id}/`, body)

/** The objects that already exist under a table's name. */
export const uploadTargetQuery = (name: string, { database_id, schema }: { database_id?: number; schema?: string }) =>
  queryOptions({
    queryKey: ['uploadTarget', name, database_id, schema],
    queryFn: async ({ signal }) => {
      const query = {
        name,
        ...(database_id === undefined ? {} : { database_id: String(database_id) }),
        ...(schema === undefined ? {} : { schema }),
      }
      return (await getJson<UploadTargetAnswer>('/api/v1/upload/table/', { signal, query })).result
    },
    enabled: name !== '',
    retry: false,
    staleTime: 0,
  })

export type UploadDatabase = UploadDatabasesAnswer['result'][number]

/** The databases to which the user may upload. */
export const uploadDatabasesQuery = queryOptions({
  queryKey: ['uploadDatabases'],
  queryFn: async ({ signal }) => (await getJson<UploadDatabasesAnswer>('/api/v1/upload/databases/', { signal })).result,
})

/** Discards the upload. If this fails, the server deletes it after an hour. */
export const discardUpload = (id: string) => deleteJson(`/api/v1/upload/${id}`).catch(() => undefined)
