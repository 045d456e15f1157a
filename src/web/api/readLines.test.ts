import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readLines } from './readLines.ts'

/** A stream as in WebKit: it is not iterable. */
function streamOf(chunks: Uint8Array[], onCancel?: () => void): ReadableStream<Uint8Array> {
  const left = [...chunks]
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel: onCancel,
  })
  Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined })
  return stream
}

async function linesOf(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(stream)) lines.push(line)
  return lines
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('readLines', () => {
  it('returns the lines of a stream that is not iterable', async () => {
    const stream = streamOf(['{"a":1}\n{"b"', ':2}\n\n', '{"c":3}'].map(bytes))
    expect(await linesOf(stream)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
  })

  it('returns the same lines for any division into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '')
          const all = bytes(lines.join('\n'))
          const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
            all.slice(at * size, (at + 1) * size),
          )
          expect(await linesOf(streamOf(chunks))).toEqual(lines)
        },
      ),
    )
  })

  it('returns the lines of one chunk in tasks of their own', async () => {
    const lines = readLines(streamOf([bytes('one\ntwo\n')]))
    await lines.next()
    let hasSecond = false
    void lines.next().then(() => {
      hasSecond = true
    })
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    expect(hasSecond).toBe(false)
    await vi.waitFor(() => expect(hasSecond).toBe(true))
  })

  it('cancels the stream when the caller ends early', async () => {
    let isCancelled = false
    const stream = streamOf([bytes('one\n'), bytes('two\n')], () => {
      isCancelled = true
    })
    for await (const line of readLines(stream)) {
      expect(line).toBe('one')
      break
    }
    expect(isCancelled).toBe(true)
  })

  it('passes on an error of the stream', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('cut off')),
    })
    await expect(linesOf(stream)).rejects.toThrow('cut off')
  })
})
