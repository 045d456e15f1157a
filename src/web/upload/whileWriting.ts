import { useUpload } from './uploadState.ts'

/** Marks the state as writing while the server creates something from a file. */
export async function whileWriting<T>(work: Promise<T>): Promise<T> {
  useUpload.setState({ isWriting: true })
  try {
    return await work
  } finally {
    useUpload.setState({ isWriting: false })
  }
}
