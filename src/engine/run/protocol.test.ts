import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameReader, type ToChild, writeFrame } from './protocol.ts'

describe('frames', () => {
  it('arrive as they were sent, for any split', () => {
    const messages = fc.array(
      fc.record({ text: fc.string({ unit: 'grapheme' }), body: fc.uint8Array({ maxLength: 200 }) }),
    )
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 64 }), (sent, cut) => {
        const wire = new PassThrough({ highWaterMark: 1_000_000 })
        for (const { text, body } of sent) {
          const head: ToChild = { id: 1, request: { kind: 'describe', sql: text, timeoutMs: 1 } }
          // a PassThrough has everything that writeFrame uses of a socket
          writeFrame(wire as unknown as Socket, head, body.length ? [Buffer.from(body)] : [])
        }
        const bytes = (wire.read() ?? Buffer.alloc(0)) as Buffer
        const got: { text: string; body: Uint8Array }[] = []
        const reader = new FrameReader((head, body) => {
          const { request } = head as { request: { sql: string } }
          got.push({ text: request.sql, body: new Uint8Array(body) })
        })
        for (let at = 0; at < bytes.length; at += cut) reader.push(bytes.subarray(at, at + cut))
        expect(got).toEqual(sent)
      }),
    )
  })
})
