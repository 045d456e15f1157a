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

/** The state of a query as it is shown; one that this page does not know is pending. */
export const shownState = ({ state }: Pick<LabQuery, 'state'>): ShownState =>
  Object.hasOwn(stateTexts, state) ? (state as ShownState) : 'pending'
