import { createWriteStream, openAsBlob } from 'node:fs'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { S3mini } from 's3mini'
import type { SharedFilesConfig } from '../sharedFilesSettings.ts'
import type { SharedFiles } from './sharedFiles.ts'
import { written } from './written.ts'

/** Parts of large files are sent in parallel; each part is in memory while it is sent. */
const PART_BYTES = 8 * 1024 * 1024
/** Maximum time until a response begins, and for sending a part on a slow connection. */
const PATIENCE_MS = 60_000
const LINK_LIFE_S = 600

/** Files in a bucket of S3-compatible storage. */
export function s3Files({
  address,
  accessKey,
  secretKey,
  region,
}: Extract<SharedFilesConfig, { kind: 's3' }>): SharedFiles {
  const bucket = new S3mini({
    endpoint: address,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    minPartSize: PART_BYTES,
    fetch: beginningInTime,
  })
  return {
    async put(name, path) {
      await bucket.putAnyObject(name, await openAsBlob(path))
    },
    has: async (name) => (await bucket.objectExists(name)) === true,
    async fetch(name, path) {
      // Node's own fetch() can end the process when a server closes a connection whose bytes are read slowly
      const answer = await download(await bucket.getPresignedUrl('GET', name, LINK_LIFE_S))
      await written(path, (part) => pipeline(answer, createWriteStream(part, { flags: 'wx', mode: 0o600 })))
    },
    async remove(name) {
      await bucket.deleteObject(name)
    },
  }
}

/** The body of a file. @throws Error unless the status is 200; reading it fails if it is cut off, or pauses too long */
function download(url: string): Promise<IncomingMessage> {
  const get = url.startsWith('https:') ? getHttps : getHttp
  return new Promise((done, fail) => {
    const call = get(url, { timeout: PATIENCE_MS }, (answer) => {
      if (answer.statusCode === 200) return done(answer)
      answer.resume()
      fail(new Error(`the shared storage responded with status ${answer.statusCode}`))
    })
    call.once('timeout', () => call.destroy(new Error('the shared storage does not respond')))
    call.once('error', fail)
  })
}

/**
 * `fetch` with a time limit until the response begins: a storage that accepts connections but does not respond must not
 * delay a query for minutes.
 */
async function beginningInTime(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('the shared storage does not respond')), PATIENCE_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
  try {
    return await fetch(input, { ...init, signal })
  } finally {
    clearTimeout(timer)
  }
}
