import { newId } from '../editStore.ts'

/** Ids of filters and dividers as the contract has them. */
export const newEntryId = (kind: 'NATIVE_FILTER' | 'NATIVE_FILTER_DIVIDER') => newId('HEADER').replace('HEADER', kind)
