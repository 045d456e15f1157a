import { ApiError, unreachable } from '../api/failure.ts'

/** Shows the page in a language at once, and stores it for this browser and its user. */
export async function chooseLanguage(code: string): Promise<void> {
  // imported only dynamically, so that the build lists the chunk, which pages in other languages preload
  const { showLanguage } = await import('./showLanguage.ts')
  await Promise.all([showLanguage(code), remember(code)])
}

async function remember(code: string): Promise<void> {
  // the response redirects back to the page, which is already open
  const response = await fetch(`/lang/${code}`, { redirect: 'manual' }).catch((cause: unknown) => {
    throw new ApiError(unreachable, { status: 0, cause })
  })
  if (response.type !== 'opaqueredirect')
    throw new ApiError('The server does not offer this language.', { status: 404 })
}
