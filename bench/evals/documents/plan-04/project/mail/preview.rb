class Preview; end
