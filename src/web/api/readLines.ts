/**
 * The lines of a stream of UTF-8 text as they come in, without the empty ones. Cancels the stream when the caller ends
 * early. A reader, because streams of WebKit cannot be iterated.
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
    // does nothing to a stream that has ended
    void reader.cancel().catch(() => undefined)
  }
}
