import { defineTexts } from '../../../ui/text.ts'
import type { LabQuery } from './labTypes.ts'

export const stateTexts = defineTexts('sqlLab.queryState', {
  success: 'Success',
  failed: 'Failed',
  running: 'Running',
  pending: 'Pending',
  stopped: 'Stopped',
  timed_out: 'Timed out',
})

type ShownState = keyof typeof stateTexts

/** The displayed state of a query; an unknown one counts as pending. */
export const shownState = ({ state }: Pick<LabQuery, 'state'>): ShownState =>
  Object.hasOwn(stateTexts, state) ? (state as ShownState) : 'pending'
