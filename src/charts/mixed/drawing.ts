export { drawing } from '../shared/mixed/drawing.ts'
