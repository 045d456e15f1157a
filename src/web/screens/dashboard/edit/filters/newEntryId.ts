import { newId } from '../editStore.ts'

/** Ids of filters and dividers in the format of the contract. */
export const newEntryId = (kind: 'NATIVE_FILTER' | 'NATIVE_FILTER_DIVIDER') => newId('HEADER').replace('HEADER', kind)
