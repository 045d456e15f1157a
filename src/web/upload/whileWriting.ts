import { useUpload } from './uploadState.ts'

/** Waits for what the server makes of a file. */
export async function whileWriting<T>(work: Promise<T>): Promise<T> {
  useUpload.setState({ isWriting: true })
  try {
    return await work
  } finally {
    useUpload.setState({ isWriting: false })
  }
}
