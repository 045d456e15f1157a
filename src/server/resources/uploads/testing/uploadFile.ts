import type { LightMyRequestResponse } from 'fastify'
import type { Browser } from '../../../testing/app.ts'

/** Sends a file and returns its preview. */
export async function uploadFile(
  browser: Browser,
  name: string,
  bytes: Buffer | string,
  reading?: object,
): Promise<LightMyRequestResponse> {
  const form = new FormData()
  if (reading) form.set('reading', JSON.stringify(reading))
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const body = new Response(form)
  return browser.inject({
    method: 'POST',
    url: '/api/v1/upload/',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}
