import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './failure.ts'

/** The server data of the page. An answer stays fresh for half a minute; a refusal is not tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
      // the server may be this very computer: that there is no internet says nothing of it
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
