import { getMap, registerMap } from 'echarts/core'
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import { recognizeCountry } from '../../model/geography/otherNames.ts'
import { mapName } from './projection.ts'

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>
type Area = Polygon | MultiPolygon

/** The areas of all countries that are large enough for a map of this scale (1:110 million), by name. */
function readAreas(): Map<string, MultiPolygon> {
  // the inferred type of the file would contain the values of all its coordinates
  const topology = atlas as unknown as Atlas
  const { features } = feature(topology, topology.objects.countries) as FeatureCollection<Area, { name: string }>
  const areas = new Map<string, MultiPolygon>()
  for (const { geometry, properties } of features) {
    const country = recognizeCountry('name', properties.name)
    // the coast of Antarctica would take a fifth of the height, and nobody lives there
    if (country === undefined || country.cca3 === 'ATA') continue
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    areas.set(country.name, {
      type: 'MultiPolygon',
      coordinates: [...(areas.get(country.name)?.coordinates ?? []), ...parts],
    })
  }
  return areas
}

/** Registers the world map in ECharts once, with the English names of countries. */
export function registerWorld(): void {
  if (getMap(mapName)) return
  const features = [...readAreas()].map(
    ([name, geometry]): Feature<MultiPolygon> => ({ type: 'Feature', properties: { name }, geometry }),
  )
  registerMap(mapName, { geoJSON: { type: 'FeatureCollection', features } } as Parameters<typeof registerMap>[1])
}
