/**
 * The lines of a stream of UTF-8 text as they arrive, without empty ones. Cancels the stream if the caller ends early.
 * Uses a reader, because streams of WebKit are not iterable. Each line is returned in a task of its own, so that the
 * page can respond between them.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let isLater = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) {
        if (line === '') continue
        if (isLater) await nextTask()
        isLater = true
        yield line
      }
      isLater = false
      if (done) return
    }
  } finally {
    // has no effect on a stream that has ended
    void reader.cancel().catch(() => undefined)
  }
}

const nextTask = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(null)
  })
