export * from './coverage';
export * from './discovery';
export * from './gaps';
export * from './names';
export * from './status';
