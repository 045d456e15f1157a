/** The build of MapLibre whose worker is a file of its own, as the content security policy needs it. */
declare module 'maplibre-gl/dist/maplibre-gl-csp.js' {
  const library: typeof import('maplibre-gl')
  export default library
}
