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

/** Sends a bundle. Throws ApiError; `importNeeds` (importNeeds.ts) tells whether something is only missing. */
export function importBundle(resource: Resource, file: File, secrets: ImportSecrets, overwrite: boolean) {
  const form = new FormData()
  form.append('formData', file)
  form.append('passwords', JSON.stringify(secrets.passwords))
  form.append('ssh_tunnel_passwords', JSON.stringify(secrets.tunnelPasswords))
  form.append('ssh_tunnel_private_keys', JSON.stringify(secrets.tunnelKeys))
  form.append('ssh_tunnel_private_key_passwords', JSON.stringify(secrets.tunnelKeyPasswords))
  if (overwrite) form.append('overwrite', 'true')
  return postForm<MessageAnswer>(`/api/v1/${resource}/import/`, form)
}

/** Fetches the bundle of these objects and saves it as a download. */
export async function downloadBundle(resource: Resource, ids: readonly number[]): Promise<void> {
  const response = await getResponse(`/api/v1/${resource}/export/`, {
    query: { q: formatRison(ids) },
    headers: { accept: 'application/zip, application/json' },
  })
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name ?? `${resource}_export.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
