import { queryOptions } from '@tanstack/react-query'
import type { FeatureFlag } from '../../model/people/featureFlags.ts'
import { getJson, putJson } from './client.ts'

export type { FeatureFlag }

const path = '/api/v1/security/feature_flags/'

export const featureFlagsQuery = queryOptions({
  queryKey: ['featureFlags'],
  queryFn: async ({ signal }) => (await getJson<{ result: FeatureFlag[] }>(path, { signal })).result,
})

/** Switches a flag; null restores its default. Returns all flags. */
export async function setFeatureFlag(name: string, isOn: boolean | null): Promise<FeatureFlag[]> {
  return (await putJson<{ result: FeatureFlag[] }>(path, { flags: { [name]: isOn } })).result
}
