import { select } from './controlGroups.ts'

/** Moving and zooming a picture with the mouse. */
export const roam = () =>
  select('roam', 'Enable graph roaming', true, [
    [false, 'Disabled'],
    ['scale', 'Scale only'],
    ['move', 'Move only'],
    [true, 'Scale and Move'],
  ])
