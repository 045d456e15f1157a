import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DatabaseMapping, ImportPlanAnswer } from '../../model/bundle/importPlan.ts'
import type { OlderRelease } from '../../model/bundle/olderRelease.ts'
import type { MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getResponse, postForm } from './client.ts'
import type { Resource } from './list.ts'

export interface ImportSecrets {
  passwords: Record<string, string>
  tunnelPasswords: Record<string, string>
  tunnelKeys: Record<string, string>
  tunnelKeyPasswords: Record<string, string>
}

export const noSecrets: ImportSecrets = { passwords: {}, tunnelPasswords: {}, tunnelKeys: {}, tunnelKeyPasswords: {} }

export interface ImportChoices {
  secrets: ImportSecrets
  /** Databases of the bundle -> the existing databases that replace them. */
  mapping: DatabaseMapping
}

/** What an import would do if it replaced everything that exists. */
export const importPlanQuery = (resource: Resource, file: File | undefined, mapping: DatabaseMapping) =>
  queryOptions({
    queryKey: ['importPlan', resource, file?.name, file?.size, file?.lastModified, mapping],
    enabled: file !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const form = new FormData()
      if (file) form.append('formData', file)
      form.append('overwrite', 'true')
      form.append('mapping', JSON.stringify(mapping))
      const path = `/api/v1/${resource}/import/plan`
      return (await postForm<z.infer<typeof ImportPlanAnswer>>(path, form, { signal })).result
    },
  })

/** Sends a bundle. Throws ApiError; `importNeeds` (importNeeds.ts) checks whether only some input is missing. */
export function importBundle(resource: Resource, file: File, { secrets, mapping }: ImportChoices, overwrite: boolean) {
  const form = new FormData()
  form.append('formData', file)
  form.append('mapping', JSON.stringify(mapping))
  form.append('passwords', JSON.stringify(secrets.passwords))
  form.append('ssh_tunnel_passwords', JSON.stringify(secrets.tunnelPasswords))
  form.append('ssh_tunnel_private_keys', JSON.stringify(secrets.tunnelKeys))
  form.append('ssh_tunnel_private_key_passwords', JSON.stringify(secrets.tunnelKeyPasswords))
  if (overwrite) form.append('overwrite', 'true')
  return postForm<MessageAnswer>(`/api/v1/${resource}/import/`, form)
}

/**
 * Fetches the bundle of these objects and saves it as a download. `release`: in a format that servers of this release
 * accept.
 */
export async function downloadBundle(
  resource: Resource,
  ids: readonly number[],
  release?: OlderRelease,
): Promise<void> {
  const response = await getResponse(`/api/v1/${resource}/export/`, {
    query: { q: formatRison(ids), for: release },
    headers: { accept: 'application/zip, application/json' },
  })
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name ?? `${resource}_export.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
