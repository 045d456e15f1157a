import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileFormat } from '../../engine/contracts.ts'
import { zip } from '../../engine/run/encode/zip.ts'

/** `20240131_235959`: names of downloaded files. */
const stamp = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')

export const mimeTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Type and name of a downloaded file. */
export const attachFile = (reply: FastifyReply, kind: FileFormat | 'zip', nowMs: number): FastifyReply =>
  reply
    .type(kind === 'zip' ? 'application/zip' : mimeTypes[kind])
    .header('content-disposition', `attachment; filename=${stamp(nowMs)}.${kind}`)

/** A file that cannot be deleted is deleted when the next process starts: the response must not fail because of it. */
export const discard = (path: string) => rm(path, { force: true }).catch(() => undefined)

/**
 * Sends files that were written for this response, one as it is or several as one archive, and deletes them. They are
 * read as fast as the client receives them. If reading fails, the connection is cut, so that no partial file looks
 * complete.
 */
export async function sendFiles(
  reply: FastifyReply,
  paths: readonly string[],
  format: FileFormat,
  nowMs: number,
): Promise<FastifyReply> {
  const [path] = paths
  if (path !== undefined && paths.length === 1) return sendFile(attachFile(reply, format, nowMs), path)
  const archive = Readable.from(
    zip(paths.map((each, at) => ({ name: `query_${at + 1}.${format}`, content: opened(each) }))),
    { objectMode: false },
  )
  archive.once('close', () => {
    for (const each of paths) void discard(each)
  })
  return attachFile(reply, 'zip', nowMs).send(archive)
}

/** Sends a file that was written for this response, and deletes it. The reply has its type and name already. */
export async function sendFile(reply: FastifyReply, path: string): Promise<FastifyReply> {
  const file = await open(path)
  const { size } = await file.stat()
  // the open file stays readable without its name, and is deleted in any case
  await discard(path)
  const content = Readable.from(whole(file, size), { objectMode: false })
  content.once('close', () => {
    void file.close().catch(() => undefined)
    void discard(path)
  })
  return reply.header('content-length', size).send(content)
}

/** Chunk size for reading files: the memory used per slow client. */
const PIECE_BYTES = 65_536

/** Yields exactly as many bytes as announced, else throws: a client would wait for the rest. */
async function* whole(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const piece of file.createReadStream({ highWaterMark: PIECE_BYTES, autoClose: false })) {
    sent += (piece as Buffer).length
    yield piece as Buffer
  }
  if (sent !== size) throw new Error(`a file of ${size} bytes had ${sent} bytes when it was sent`)
}

/**
 * A file that is opened when its turn comes: if the client disconnects earlier, no file stays open, and a missing file
 * fails the reading.
 */
async function* opened(path: string): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) yield piece as Buffer
}
