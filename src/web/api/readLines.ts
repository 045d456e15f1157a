/**
 * The lines of a stream of UTF-8 text as they arrive, without empty ones. Cancels the stream if the caller ends early.
 * Uses a reader, because streams of WebKit are not iterable.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line !== '') yield line
      if (done) return
    }
  } finally {
    // has no effect on a stream that has ended
    void reader.cancel().catch(() => undefined)
  }
}
