import { postJson } from './client.ts'

/** Ends viewing the product as another user. The page must be loaded again. */
export const stopViewing = () => postJson<unknown>('/api/v1/security/view_as/end', {})
