import { describe, expect, it } from 'vitest'
import { metadataComplaints } from './dashboard.ts'
import { parseMetadata } from './dashboardMetadata.ts'

describe('filters that apply at once', () => {
  it.each([
    [{}, false],
    [{ instant_filtering: false }, false],
    [{ instant_filtering: null }, false],
    [{ instant_filtering: true }, true],
  ])('are stored in the metadata, off by default: %j', (metadata, expected) => {
    expect(metadataComplaints(JSON.stringify(metadata))).toBeUndefined()
    expect(parseMetadata(metadata).instant_filtering).toBe(expected)
  })

  it('are rejected unless they are boolean, and read as off', () => {
    expect(metadataComplaints('{"instant_filtering":"often"}')).toEqual([{ instant_filtering: expect.anything() }])
    expect(parseMetadata({ instant_filtering: 'often' }).instant_filtering).toBe(false)
  })
})
