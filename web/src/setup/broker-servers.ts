/** The partner broker's live servers. */
export const brokerServers = [
  { server: 'us05', region: 'Stati Uniti' },
  { server: 'us09', region: 'Stati Uniti' },
  { server: 'us10', region: 'Stati Uniti' },
  { server: 'us11', region: 'Stati Uniti' },
  { server: 'us12', region: 'Stati Uniti' },
  { server: 'eu01', region: 'Europa' },
  { server: 'eu02', region: 'Europa' },
  { server: 'asia01', region: 'Asia' },
  { server: 'asia02', region: 'Asia' },
] as const
