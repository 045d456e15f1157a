import type { FastifyReply } from 'fastify'
import { zipSync } from 'fflate'

/** `20240131_235959`: names of downloaded files. */
const stamp = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')

const attachment = (reply: FastifyReply, name: string, type: string) =>
  reply.type(type).header('content-disposition', `attachment; filename=${name}`)

export const csvFile = (reply: FastifyReply, body: Buffer, nowMs: number): FastifyReply =>
  attachment(reply, `${stamp(nowMs)}.csv`, 'text/csv; charset=utf-8').send(body)

/** Several queries: one archive, a file each. */
export function zipOfFiles(reply: FastifyReply, bodies: readonly Buffer[], nowMs: number): FastifyReply {
  const files = Object.fromEntries(bodies.map((body, index) => [`query_${index + 1}.csv`, body]))
  return attachment(reply, `${stamp(nowMs)}.zip`, 'application/zip').send(Buffer.from(zipSync(files, { level: 6 })))
}
